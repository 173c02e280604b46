//===- DistAttrs.td - The dist dialect ---------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How tensors are spread over a mesh of devices. Attributes only: propagation
// and partitioning build on them.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_DIST_IR_DISTATTRS_TD
#define MLC_DIALECTS_DIST_IR_DISTATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Dist_Dialect : Dialect {
  let name = "dist";
  let cppNamespace = "::mlc::dist";
  let summary = "Meshes and shardings";
  let description = [{
    | attribute | on | meaning |
    | --- | --- | --- |
    | `dist.meshes` | `builtin.module` | dictionary of `#dist.mesh` by name |
    | `dist.sharding` | arguments and results of functions and kernels | `#dist.sharding` |
    | `dist.shardings` | any operation | array of `#dist.sharding`, one per result; on a launch one per result of the call it was |

    They are discardable attributes that every phase hands on. Removing them
    never changes what a program computes, only where.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

class Dist_Attr<string name, string attrMnemonic>
    : AttrDef<Dist_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

def Dist_MeshAttr : Dist_Attr<"Mesh", "mesh"> {
  let summary = "the shape of a set of devices";
  let description = [{
    Named axes, slowest first.

    ```mlir
    module attributes {dist.meshes = {m = #dist.mesh<["data" = 2, "model" = 4]>}} {}
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$names,
                        ArrayRefParameter<"int64_t">:$sizes);
  let extraClassDeclaration = [{
    /// Size of the axis, none when the mesh has no axis of this name.
    std::optional<int64_t> getAxisSize(::llvm::StringRef name) const;
    /// Number of devices.
    int64_t getNumDevices() const;
  }];
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

def Dist_AxisAttr : Dist_Attr<"Axis", "axis"> {
  let summary = "an axis of a mesh, or a part of one";
  let description = [{
    `"x":(2)4` is the sub-axis of size 4 of axis `"x"` whose more significant
    part has size 2: an axis of size 16 seen as 2 × **4** × 2.

    ```mlir
    #dist.axis<"x">
    #dist.axis<"x":(2)4>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name,
                        DefaultValuedParameter<"int64_t", "0">:$preSize,
                        DefaultValuedParameter<"int64_t", "0">:$size);
  let extraClassDeclaration = [{
    /// Whether it is a part of its axis only.
    bool isSubAxis() const { return getSize() != 0; }
    /// Whether both use some device coordinate of the same axis.
    bool overlaps(AxisAttr other) const;
  }];
}

def Dist_DimAttr : Dist_Attr<"Dim", "dim"> {
  let summary = "the axes that one dimension is split over";
  let description = [{
    Slowest axis first. `?` leaves the dimension open: propagation may append
    axes. The priority orders propagation; lower goes first.

    ```mlir
    #dist.dim<{"data", "x":(1)2, ?}p1>
    ```
  }];
  let parameters = (ins OptionalArrayRefParameter<"AxisAttr">:$axes,
                        "bool":$open,
                        DefaultValuedParameter<"int64_t", "-1">:$priority);
}

def Dist_ShardingAttr : Dist_Attr<"Sharding", "sharding"> {
  let summary = "how a tensor is spread over a mesh";
  let description = [{
    Names its mesh, one `#dist.dim` per dimension, and the axes over which the
    tensor is wanted whole.

    ```mlir
    #dist.sharding<"m", [{"data"}, {"model":(1)2, ?}p1], replicated = {"model":(2)2}>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$mesh,
                        OptionalArrayRefParameter<"DimAttr">:$dims,
                        OptionalArrayRefParameter<"AxisAttr">:$replicated);
}

#endif // MLC_DIALECTS_DIST_IR_DISTATTRS_TD
