//===- StructureOps.td - Constants, symbols, barriers -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_IR_STRUCTUREOPS_TD
#define MLC_DIALECTS_GRAPH_IR_STRUCTUREOPS_TD

include "dialects/Graph/IR/GraphBase.td"
include "mlir/IR/SymbolInterfaces.td"

def Graph_ConstantOp : Graph_HostOp<"constant", [Pure, ConstantLike,
    InferTypeOpAdaptorWithIsCompatible]> {
  let summary = "A tensor known at compile time";
  let description = [{
    Up to 1 KiB and splats are dense attributes; larger ones name a blob of the
    constant pool.

    Example:
    ```mlir
    %c = graph.constant dense<1.0> : tensor<4xf32>
    %w = graph.constant #graph.const<"000102030405060708090a0b0c0d0e0f" : tensor<64x64xf32>>
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Graph_SymbolOp : Graph_HostOp<"symbol", [Symbol]> {
  let summary = "A named run-time extent with its range";
  let description = [{
    Declared at module level; arguments refer to it by `graph.dims`.

    Example:
    ```mlir
    graph.symbol @batch {min = 1, max = 32, divisor = 1}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
    DefaultValuedAttr<I64Attr, "0">:$min,
    DefaultValuedAttr<I64Attr, "std::numeric_limits<int64_t>::max()">:$max,
    DefaultValuedAttr<I64Attr, "1">:$divisor);
  let assemblyFormat = "$sym_name attr-dict";
  let hasVerifier = 1;
}

def Graph_StateOp : Graph_HostOp<"state", [Symbol]> {
  let summary = "A variable that lives as long as a context";
  let description = [{
    A module-level block of bytes with an initial image, read and written by
    explicit ops, shared by all entries of the module.

    Example:
    ```mlir
    graph.state @counter : tensor<1xf32> = dense<0.0> : tensor<1xf32>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttr:$type,
                       OptionalAttr<TypedAttrInterface>:$initial);
  let assemblyFormat = "$sym_name `:` $type (`=` $initial^)? attr-dict";
  let hasVerifier = 1;
}

def Graph_StateReadOp : Graph_HostOp<"state_read", [MemoryEffects<[MemRead]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "The present value of a state block";
  let description = "Example:\n```mlir\ngraph.state @counter : tensor<1xf32>\n%v = graph.state_read @counter : tensor<1xf32>\n```";
  let arguments = (ins FlatSymbolRefAttr:$state);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$state attr-dict `:` type($result)";
}

def Graph_StateWriteOp : Graph_HostOp<"state_write", [MemoryEffects<[MemWrite]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Replaces the value of a state block";
  let description = "Example:\n```mlir\ngraph.state @counter : tensor<1xf32>\ngraph.state_write @counter, %v : tensor<1xf32>\n```";
  let arguments = (ins FlatSymbolRefAttr:$state, Graph_Tensor:$value);
  let assemblyFormat = "$state `,` $value attr-dict `:` type($value)";
}

def Graph_BarrierOp : Graph_PureOp<"barrier", [SameOperandsAndResultType,
    DeclareOpInterfaceMethods<FusionOpInterface, ["runsOnHost"]>]> {
  let extraClassDefinition = "bool $cppClass::runsOnHost() { return true; }";
  let summary = "Hides a value from every optimisation";
  let description = [{
    The result equals the operand, but nothing may see that: reads of a
    redundant computation go through it so that it is never merged with its
    original. `origin` keeps two barriers of one value apart.

    Example:
    ```mlir
    %b = graph.barrier %x origin 3 : tensor<4xf32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$input, I64Attr:$origin);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$input `origin` $origin attr-dict `:` type($input)";
}

def Graph_CustomOp : Graph_PureOp<"custom", [
    DeclareOpInterfaceMethods<FusionOpInterface, ["runsOnHost"]>]> {
  let extraClassDefinition = "bool $cppClass::runsOnHost() { return true; }";
  let summary = "An op of the user's op library";
  let description = [{
    Resolved by name through the host's import table at run time.

    Example:
    ```mlir
    %r = graph.custom "my.scale" (%x) : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins StrAttr:$callee, Variadic<Graph_Tensor>:$inputs,
                       DefaultValuedAttr<DictionaryAttr, "{}">:$op_attributes);
  let results = (outs Variadic<Graph_Tensor>:$results);
  let assemblyFormat = "$callee `(` $inputs `)` attr-dict `:` functional-type($inputs, $results)";
}

#endif // MLC_DIALECTS_GRAPH_IR_STRUCTUREOPS_TD
