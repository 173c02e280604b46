//===- KernelOps.td - The kernel dialect -------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fused kernels: symbols of the module, isolated from above, called by the host
// program from any region. The unit that is scheduled, lowered and compiled.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_KERNEL_IR_KERNELOPS_TD
#define MLC_DIALECTS_KERNEL_IR_KERNELOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kernel_Dialect : Dialect {
  let name = "kernel";
  let cppNamespace = "::mlc::kernel";
  let summary = "Fused kernels and their calls";
  let description = [{
    Fusion moves every tensor computation out of the host function into
    `kernel.func` symbols and leaves `kernel.call` behind. Equal bodies share one
    symbol, so a kernel knows nothing of its callers.

    Discardable attributes of this dialect, all checked by its verifier:

    | attribute | on | meaning |
    | --- | --- | --- |
    | `kernel.kind` | `kernel.func` | string: what the kernel is, for strategies and the profile |
    | `kernel.nodes` | `kernel.func` | array of strings: the model nodes it computes |
    | `kernel.flops`, `kernel.bytes` | `kernel.func` | i64 ≥ 0: cost of one call, absent where it depends on symbols |
    | `kernel.index` | `kernel.func` | i64 ≥ 0: row of the artifact's kernel table |
    | `kernel.rows` | `kernel.func` | i64 ≥ 0: leading dimensions of the results that are rows; a row's reductions are computed once |
    | `kernel.origins` | `kernel.func` and its lowered function | i64 array: the redundant computations in it; kernels that differ here are never merged, not even as objects |
    | `kernel.generic` | `kernel.func` | unit: no emitter of its kind could do it, so it takes the generic way |
    | `kernel.isa` | `builtin.module` | string: the code level of the lowered kernels inside |
  }];
  let hasOperationAttrVerify = 1;
}

class Kernel_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kernel_Dialect, mnemonic, traits>;

// What may cross the border of a kernel: whole tensors, and the scalars that
// become integer slots of the argument array.
def Kernel_Scalar : AnyTypeOf<[Index, AnySignlessInteger, AnyFloat],
                              "index, integer or float scalar">;
def Kernel_Value : AnyTypeOf<[AnyRankedTensor, Kernel_Scalar],
                             "ranked tensor or scalar">;

//===----------------------------------------------------------------------===//
// kernel.func
//===----------------------------------------------------------------------===//

def Kernel_FuncOp : Kernel_Op<"func", [
    AffineScope, FunctionOpInterface, IsolatedFromAbove]> {
  let summary = "a fused kernel";
  let description = [{
    A symbol whose single block computes tensors from tensors and scalars. It
    has no side effect but failure: an index out of bounds inside it ends the run
    with a status.

    Arguments are ranked tensors, `index`, integers or floats; results are
    ranked tensors only. Extents of the results that are `?` are given by the
    caller (`dims` of `kernel.call`), so that the host program can place the
    buffers before the kernel runs.

    ```mlir
    kernel.func @scale(%x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32>
        attributes {kernel.kind = "loop"} {
      kernel.return %x : tensor<?x4xf32>
    }
    ```
  }];

  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);

  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::mlir::FunctionType":$type,
                                 CArg<"::llvm::StringRef", "{}">:$kind)>];

  let extraClassDeclaration = [{
    // FunctionOpInterface
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }

    /// Kernels are reached from their module only.
    bool isDeclaration() { return false; }

    /// Number of `?` over all tensor arguments; they come first among the
    /// extent slots, then those of the results.
    unsigned getNumArgumentExtents();
    /// Number of `?` over all results.
    unsigned getNumResultExtents();

    /// `kernel.kind`, empty when absent.
    ::llvm::StringRef getKind();
    void setKind(::llvm::StringRef kind);
    /// `kernel.index`, none before kernels are numbered.
    std::optional<int64_t> getIndex();
    void setIndex(int64_t index);
    /// `kernel.flops` and `kernel.bytes`, 0 when absent.
    int64_t getFlops();
    int64_t getBytes();
    void setCost(int64_t flops, int64_t bytes);

    /// The values that leave the kernel.
    ::mlir::OperandRange getReturned();
  }];

  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// kernel.return
//===----------------------------------------------------------------------===//

def Kernel_ReturnOp : Kernel_Op<"return", [
    Pure, ReturnLike, Terminator, HasParent<"FuncOp">]> {
  let summary = "ends a kernel and names its results";
  let description = [{
    ```mlir
    kernel.func @id(%x: tensor<4xf32>) -> tensor<4xf32> {
      kernel.return %x : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// kernel.call
//===----------------------------------------------------------------------===//

def Kernel_CallOp : Kernel_Op<"call", [
    AttrSizedOperandSegments, NoMemoryEffect,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a fused kernel on tensors";
  let description = [{
    `dims` holds one extent for each `?` of the results, in order. A call may be
    merged with an equal one or dropped when unused, but never run where the
    program would not have run it: a kernel can fail.

    ```mlir
    kernel.func @scale(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
      kernel.return %x : tensor<?x4xf32>
    }
    func.func @main(%a: tensor<?x4xf32>, %d0: index) -> tensor<?x4xf32> {
      %r = kernel.call @scale(%a) dims(%d0)
          : (tensor<?x4xf32>) -> tensor<?x4xf32>
      return %r : tensor<?x4xf32>
    }
    ```
  }];

  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<Kernel_Value>:$inputs,
                       Variadic<Index>:$dims);
  let results = (outs Variadic<AnyRankedTensor>:$results);

  let builders = [OpBuilder<(ins "FuncOp":$callee, "::mlir::ValueRange":$inputs,
                                 "::mlir::ValueRange":$dims)>];

  let extraClassDeclaration = [{
    /// The kernel it calls; the verifier proved that it exists.
    FuncOp getKernel(::mlir::SymbolTableCollection &symbols);
    FuncOp getKernel();
    /// The extents of result `index`: those of `dims` that belong to it.
    ::mlir::OperandRange getResultDims(unsigned index);
    /// The extent of dimension `dim` of result `index`.
    ::mlir::OpFoldResult getResultExtent(unsigned index, unsigned dim);
  }];

  let assemblyFormat = [{
    $callee `(` $inputs `)` (`dims` `(` $dims^ `)`)? attr-dict
    `:` functional-type($inputs, $results)
  }];
  let hasVerifier = 1;
}

#endif // MLC_DIALECTS_KERNEL_IR_KERNELOPS_TD
