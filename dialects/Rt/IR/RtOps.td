//===- RtOps.td - The rt dialect ---------------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host program of an artifact: where every tensor lies and which kernel
// runs when. Addresses are explicit, extents are index values.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_RT_IR_RTOPS_TD
#define MLC_DIALECTS_RT_IR_RTOPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Rt_Dialect : Dialect {
  let name = "rt";
  let cppNamespace = "::mlc::rt";
  let summary = "The host program";
  let description = [{
    An entry of the artifact after bufferisation. Beside these operations its
    body holds `arith` on scalars and `scf`, later `cf`. Any operation that can
    fail ends the run with its status; the steps after it do not happen.

    | attribute | on | meaning |
    | --- | --- | --- |
    | `rt.nodes` | `builtin.module` | array of strings: the node table, in program order |
    | `rt.weights` | `builtin.module` | array of `#graph.const`: the weights, each at the next multiple of 64 bytes |
    | `rt.custom_ops` | `builtin.module` | array of strings: the custom ops, the rows of the import table |
    | `rt.host` | `builtin.module` | unit: holds the LLVM form of the entries |
  }];
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

class Rt_Op<string mnemonic, list<Trait> traits = []>
    : Op<Rt_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class Rt_Type<string name, string typeMnemonic>
    : TypeDef<Rt_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Rt_BufferType : Rt_Type<"Buffer", "buffer"> {
  let summary = "the address of a tensor's first byte";
}

def Rt_ListType : Rt_Type<"List", "list"> {
  let summary = "a run-time list: a sequence, or an optional with 0 or 1 items";
}

def Rt_PlanType : Rt_Type<"Plan", "plan"> {
  let summary = "the places of the buffers for this run's symbol values";
}

def Rt_Scalar : AnyTypeOf<[Index, AnySignlessInteger, AnyFloat],
                          "index, integer or float scalar">;
def Rt_Slot : AnyTypeOf<[Rt_BufferType, Rt_Scalar], "buffer or scalar">;

// A tensor type beside the extents of its `?`, one each, in order.
class Rt_ShapedOp<string mnemonic, list<Trait> traits = []>
    : Rt_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

def Rt_EntryOp : Rt_Op<"entry", [IsolatedFromAbove, Symbol, AffineScope]> {
  let summary = "an entry of the artifact";
  let description = [{
    The type and the attributes of arguments and results are those of the
    function it was: they describe the contract with the caller. The body has no
    arguments; inputs are reached with `rt.input`.

    ```mlir
    rt.entry @main : (tensor<4xf32>) -> tensor<4xf32> {
      %x = rt.input 0
      %y = rt.output 0() : tensor<4xf32>
      rt.copy %x to %y() : tensor<4xf32>
      rt.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region MinSizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `:` $function_type attr-dict-with-keyword $body
  }];
  let extraClassDeclaration = [{
    /// Attribute `name` of argument or result `index`, null when absent.
    ::mlir::Attribute getArgAttr(unsigned index, ::llvm::StringRef name);
    ::mlir::Attribute getResultAttr(unsigned index, ::llvm::StringRef name);
  }];
  let hasVerifier = 1;
}

def Rt_ReturnOp : Rt_Op<"return", [Terminator, ReturnLike, Pure,
                                   ParentOneOf<["EntryOp"]>]> {
  let summary = "the run ends well";
  let assemblyFormat = "attr-dict";
}

def Rt_SymbolOp : Rt_Op<"symbol", [Pure]> {
  let summary = "the value of a dimension symbol in this run";
  let description = [{
    ```mlir
    rt.entry @main : () -> () {
      %batch = rt.symbol @batch
      rt.return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs Index:$result);
  let assemblyFormat = "$name attr-dict";
}

def Rt_InputOp : Rt_Op<"input", [Pure]> {
  let summary = "the caller's data of an input tensor";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$index);
  let results = (outs Rt_BufferType:$result);
  let assemblyFormat = "$index attr-dict";
}

def Rt_OutputOp : Rt_ShapedOp<"output"> {
  let summary = "settles the shape of an output and says where its data goes";
  let description = [{
    Once per run for each output. Can fail: the caller's buffer may be too small.
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$index,
                       Variadic<Index>:$extents,
                       TypeAttrOf<AnyRankedTensor>:$type);
  let results = (outs Rt_BufferType:$result);
  let assemblyFormat = "$index `(` $extents `)` `:` $type attr-dict";
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def Rt_AllocOp : Rt_ShapedOp<"alloc"> {
  let summary = "a buffer whose size the symbols decide";
  let description = [{
    Lives in the workspace from its first to its last use. A stand-in until
    `mlc-plan-arena` has found it a place. Its extents must follow from constants
    and symbols alone.

    ```mlir
    rt.entry @main : () -> () {
      %n = rt.symbol @n
      %b = rt.alloc(%n) : tensor<?x4xf32>
      rt.return
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$extents,
                       TypeAttrOf<AnyRankedTensor>:$type);
  let results = (outs Rt_BufferType:$result);
  let assemblyFormat = "`(` $extents `)` `:` $type attr-dict";
}

def Rt_ArenaOp : Rt_Op<"arena"> {
  let summary = "a workspace of a size known at compile time";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$bytes);
  let results = (outs Rt_BufferType:$result);
  let assemblyFormat = "$bytes attr-dict";
}

def Rt_SlotOp : Rt_Op<"slot", [Pure]> {
  let summary = "a place in the workspace at a fixed offset";
  let arguments = (ins Rt_BufferType:$arena,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$offset);
  let results = (outs Rt_BufferType:$result);
  let assemblyFormat = "$arena `at` $offset attr-dict";
}

def Rt_PlanOp : Rt_Op<"plan", [
    IsolatedFromAbove, SingleBlock]> {
  let summary = "a workspace laid out by the symbols of this run";
  let description = [{
    `lifetimes` holds two step numbers per buffer: written first, read last. The
    region takes one value per symbol of the module, in order, and yields the
    bytes of each buffer. `monotone` says that they never shrink when a symbol
    grows, so that one plan serves a range of values.

    ```mlir
    rt.entry @main : () -> () {
      %p = rt.plan [0, 1] monotone {
      ^bb0(%n: index):
        %b = rt.bytes(%n) : tensor<?xf32>
        rt.plan_yield %b
      }
      rt.return
    }
    ```
  }];
  let arguments = (ins DenseI32ArrayAttr:$lifetimes, UnitAttr:$monotone);
  let results = (outs Rt_PlanType:$result);
  let regions = (region SizedRegion<1>:$sizes);
  let assemblyFormat = [{
    $lifetimes (`monotone` $monotone^)? $sizes attr-dict
  }];
  let hasVerifier = 1;
}

def Rt_PlanYieldOp : Rt_Op<"plan_yield", [Terminator, Pure,
                                          ParentOneOf<["PlanOp"]>]> {
  let summary = "the bytes of each planned buffer";
  let arguments = (ins Variadic<Index>:$sizes);
  let assemblyFormat = "($sizes^)? attr-dict";
}

def Rt_BytesOp : Rt_ShapedOp<"bytes", [Pure]> {
  let summary = "bytes of a dense tensor; the largest integer on overflow";
  let arguments = (ins Variadic<Index>:$extents,
                       TypeAttrOf<AnyRankedTensor>:$type);
  let results = (outs Index:$result);
  let assemblyFormat = "`(` $extents `)` `:` $type attr-dict";
}

def Rt_PlannedOp : Rt_Op<"planned", [Pure]> {
  let summary = "the place of a planned buffer";
  let arguments = (ins Rt_PlanType:$plan,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$index);
  let results = (outs Rt_BufferType:$result);
  let assemblyFormat = "$plan `[` $index `]` attr-dict";
}

def Rt_LateAllocOp : Rt_ShapedOp<"late_alloc"> {
  let summary = "a buffer whose size is known only now";
  let description = [{
    Lives until `rt.late_release`, or to the end of the run. Can fail.
  }];
  let arguments = (ins Variadic<Index>:$extents,
                       TypeAttrOf<AnyRankedTensor>:$type);
  let results = (outs Rt_BufferType:$result);
  let assemblyFormat = "`(` $extents `)` `:` $type attr-dict";
}

def Rt_LateReleaseOp : Rt_Op<"late_release"> {
  let summary = "gives a late buffer back";
  let arguments = (ins Rt_BufferType:$buffer);
  let assemblyFormat = "$buffer attr-dict";
}

def Rt_OffsetOp : Rt_Op<"offset", [Pure]> {
  let summary = "the address of an element inside a buffer";
  let description = [{
    Another name of the buffer, `elements` elements of `type` further on.
  }];
  let arguments = (ins Rt_BufferType:$buffer, Index:$elements,
                       TypeAttr:$type);
  let results = (outs Rt_BufferType:$result);
  let assemblyFormat = "$buffer `by` $elements `of` $type attr-dict";
}

def Rt_WeightOp : Rt_Op<"weight", [Pure]> {
  let summary = "the bytes of a constant, shared by all runs";
  let description = [{
    `value` names the constant: a `#graph.const`, whose bytes the constant pool
    holds.
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs Rt_BufferType:$result);
  let assemblyFormat = "$value attr-dict";
}

def Rt_StateOp : Rt_Op<"state", [Pure]> {
  let summary = "the bytes of a state block of this context";
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs Rt_BufferType:$result);
  let assemblyFormat = "$name attr-dict";
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

def Rt_LaunchOp : Rt_Op<"launch", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a kernel over all its items";
  let description = [{
    Operands stand in slot order: the buffer of each tensor operand, then of each
    result; the extent of each `?` of the operands, then of the results; then the
    scalars in order. Can fail.
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<Rt_Slot>:$slots);
  let assemblyFormat = "$kernel `(` $slots `)` attr-dict `:` type($slots)";
}

def Rt_CustomShapeOp : Rt_Op<"custom_shape", [AttrSizedOperandSegments]> {
  let summary = "asks a custom op for the extents of its results";
  let description = [{
    Gives one extent for each `?` of the results of `signature`. `extents` are
    those of the operands. Can fail: the op may refuse, or give extents that are
    not what the signature says.
  }];
  let arguments = (ins StrAttr:$callee, Variadic<Rt_BufferType>:$inputs,
                       Variadic<Index>:$extents,
                       TypeAttrOf<FunctionType>:$signature);
  let results = (outs Variadic<Index>:$results);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `extents` `(` $extents `)` `:` $signature attr-dict
    (`->` type($results)^)?
  }];
  let hasVerifier = 1;
}

def Rt_CustomOp : Rt_Op<"custom", [AttrSizedOperandSegments]> {
  let summary = "calls a custom op of the user's op library";
  let description = [{
    `extents` are those of the operands, then of the results. Can fail.
  }];
  let arguments = (ins StrAttr:$callee, Variadic<Rt_BufferType>:$inputs,
                       Variadic<Rt_BufferType>:$outputs,
                       Variadic<Index>:$extents,
                       TypeAttrOf<FunctionType>:$signature);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `to` `(` $outputs `)` `extents` `(` $extents `)`
    `:` $signature attr-dict
  }];
  let hasVerifier = 1;
}

def Rt_LoadOp : Rt_Op<"load"> {
  let summary = "reads one element";
  let description = [{
    `index` counts elements of the type. A boolean is one byte in memory.
  }];
  let arguments = (ins Rt_BufferType:$buffer, Index:$index);
  let results = (outs Rt_Scalar:$result);
  let assemblyFormat = "$buffer `[` $index `]` attr-dict `:` type($result)";
}

def Rt_StoreOp : Rt_Op<"store"> {
  let summary = "writes one element";
  let arguments = (ins Rt_Scalar:$value, Rt_BufferType:$buffer, Index:$index);
  let assemblyFormat = [{
    $value `,` $buffer `[` $index `]` attr-dict `:` type($value)
  }];
}

def Rt_CopyOp : Rt_ShapedOp<"copy"> {
  let summary = "copies a whole dense tensor";
  let description = [{ The two never overlap, unless they are the same. }];
  let arguments = (ins Rt_BufferType:$source, Rt_BufferType:$target,
                       Variadic<Index>:$extents,
                       TypeAttrOf<AnyRankedTensor>:$type);
  let assemblyFormat = [{
    $source `to` $target `(` $extents `)` `:` $type attr-dict
  }];
}

def Rt_CheckOp : Rt_Op<"check"> {
  let summary = "ends the run with a status unless a condition holds";
  let description = [{
    `code` is an mlc_code; `value` is what was found and `bound` what it was
    checked against. The node is that of the location.
  }];
  let arguments = (ins I1:$condition, I32Attr:$code, I64:$value, I64:$bound);
  let assemblyFormat = [{
    $condition `code` $code `value` $value `bound` $bound attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

def Rt_ListNewOp : Rt_Op<"list_new"> {
  let summary = "an empty list with room for `capacity` items";
  let arguments = (ins I64:$capacity);
  let results = (outs Rt_ListType:$result);
  let assemblyFormat = "$capacity attr-dict";
}

def Rt_ListInputOp : Rt_Op<"list_input", [Pure]> {
  let summary = "the caller's list of an input";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$index);
  let results = (outs Rt_ListType:$result);
  let assemblyFormat = "$index attr-dict";
}

def Rt_ListCopyOp : Rt_Op<"list_copy"> {
  let summary = "a list of its own with equal items";
  let arguments = (ins Rt_ListType:$list);
  let results = (outs Rt_ListType:$result);
  let assemblyFormat = "$list attr-dict";
}

def Rt_ListInsertOp : Rt_ShapedOp<"list_insert", [AttrSizedOperandSegments]> {
  let summary = "puts a copy of a tensor before a position";
  let description = [{
    Without a position the item goes to the end. Negative positions count from
    the end. Can fail.
  }];
  let arguments = (ins Rt_ListType:$list, Rt_BufferType:$item,
                       Variadic<Index>:$extents, Optional<I64>:$position,
                       TypeAttrOf<AnyRankedTensor>:$type);
  let assemblyFormat = [{
    $item `(` $extents `)` `into` $list (`at` $position^)? `:` $type attr-dict
  }];
}

def Rt_ListEraseOp : Rt_Op<"list_erase"> {
  let summary = "removes the item at a position";
  let arguments = (ins Rt_ListType:$list, I64:$position);
  let assemblyFormat = "$list `at` $position attr-dict";
}

def Rt_ListGetOp : Rt_Op<"list_get"> {
  let summary = "the item at a position: its buffer and the extents of its `?`";
  let description = [{
    Can fail: a bad position, or an item whose rank or static extents differ from
    the type.
  }];
  let arguments = (ins Rt_ListType:$list, I64:$position,
                       TypeAttrOf<AnyRankedTensor>:$type);
  let results = (outs Rt_BufferType:$result, Variadic<Index>:$extents);
  let assemblyFormat = [{
    $list `at` $position `:` $type attr-dict (`->` type($extents)^)?
  }];
  let hasVerifier = 1;
}

def Rt_ListInsertListOp : Rt_Op<"list_insert_list"> {
  let summary = "puts a copy of a list before a position of another";
  let description = [{
    As `list_insert`, for sequences and optionals in a list.
  }];
  let arguments = (ins Rt_ListType:$list, Rt_ListType:$item,
                       Optional<I64>:$position, UnitAttr:$optional,
                       TypeAttr:$element);
  let assemblyFormat = [{
    $item `into` $list (`at` $position^)? (`optional` $optional^)? `of` $element
    attr-dict
  }];
}

def Rt_ListGetListOp : Rt_Op<"list_get_list"> {
  let summary = "the list at a position of a list";
  let description = [{
    It still belongs to the list it lies in. Can fail: a bad position.
  }];
  let arguments = (ins Rt_ListType:$list, I64:$position);
  let results = (outs Rt_ListType:$result);
  let assemblyFormat = "$list `at` $position attr-dict";
}

def Rt_ListSizeOp : Rt_Op<"list_size"> {
  let summary = "number of items";
  let arguments = (ins Rt_ListType:$list);
  let results = (outs I64:$result);
  let assemblyFormat = "$list attr-dict";
}

def Rt_ListOutputOp : Rt_Op<"list_output"> {
  let summary = "makes a list output `index`";
  let arguments = (ins Rt_ListType:$list,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$index,
                       UnitAttr:$optional, TypeAttr:$element);
  let assemblyFormat = [{
    $list `as` $index (`optional` $optional^)? `of` $element attr-dict
  }];
}

#endif // MLC_DIALECTS_RT_IR_RTOPS_TD
