//===- SchedAttrs.td - The sched dialect -------------------*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiling decisions as data: an ordered list of variants per kernel. A target's
// strategy writes them, a user may, the target-neutral passes only read them.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_SCHED_IR_SCHEDATTRS_TD
#define MLC_DIALECTS_SCHED_IR_SCHEDATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Sched_Dialect : Dialect {
  let name = "sched";
  let cppNamespace = "::mlc::sched";
  let summary = "Schedules: guarded tiling variants of a kernel";
  let description = [{
    Attributes only; the targets' strategies write them, or a user by hand.

    | attribute | on | meaning |
    | --- | --- | --- |
    | `sched.schedule` | `kernel.func` | its variants, in order of preference |
    | `sched.cases` | `kernel.func` | array of `#sched.case`: kernels that calls take instead, the first whose condition holds |
    | `sched.given` | `kernel.func` | set like a guard's: what every call of it has checked |
    | `sched.variant` | `kernel.func` | the variant an emitter is asked for; only while it is lowered |
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

class Sched_Attr<string name, string attrMnemonic>
    : AttrDef<Sched_Dialect, name> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

// The same names for every target; `block`, `thread` and `stages` are those of
// devices with a grid.
def Sched_LevelKind : I32EnumAttr<"LevelKind", "what a tiling level is for", [
    I32EnumAttrCase<"Parallel", 0, "parallel">,
    I32EnumAttrCase<"Reduction", 1, "reduction">,
    I32EnumAttrCase<"Vector", 2, "vector">,
    I32EnumAttrCase<"Unroll", 3, "unroll">,
    I32EnumAttrCase<"Block", 4, "block">,
    I32EnumAttrCase<"Thread", 5, "thread">,
    I32EnumAttrCase<"Stages", 6, "stages">]> {
  let cppNamespace = "::mlc::sched";
  let genSpecializedAttr = 0;
}

def Sched_LevelAttr : Sched_Attr<"Level", "level"> {
  let summary = "the tile sizes of one level";
  let description = [{
    One size per loop of the kernel's root operation; 0 leaves that loop alone.

    ```mlir
    #sched.level<parallel [6, 32, 0]>
    ```
  }];
  let parameters = (ins EnumParameter<Sched_LevelKind>:$kind,
                        ArrayRefParameter<"int64_t">:$sizes);
  let assemblyFormat = "`<` $kind ` ` `[` $sizes `]` `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

def Sched_VariantAttr : Sched_Attr<"Variant", "variant"> {
  let summary = "one way to run a kernel, and when it may be taken";
  let description = [{
    The guard has two optional halves. `isa` names the least code level of any
    target (`v3`, `sm_80`). `when` is a set over symbols only: symbol i is the
    i-th slot of the kernel behind the buffers (each `?` of the operands, then of
    the results, then the scalars, of which only `index` ones may be named), so
    that the guard can be evaluated from the slots of a call. Text needs an alias for the set: its `>=` would unbalance the brackets of the
    attribute around it.

    `by` names the emitter that makes the code; without it the kernel's kind
    decides.

    ```mlir
    #wide = affine_set<()[s0] : (s0 - 16 >= 0)>
    #sched.variant<isa "v4" when #wide by "tiles"
                   levels [<parallel [14, 32]>, <vector [0, 16]>]>
    ```
  }];
  let parameters = (ins OptionalParameter<"::mlir::StringAttr">:$isa,
      OptionalParameter<"::mlir::IntegerSetAttr">:$when,
      OptionalParameter<"::mlir::StringAttr">:$by,
      OptionalArrayRefParameter<"LevelAttr">:$levels);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether it may be taken always.
    bool isUnguarded() const { return !getIsa() && !getWhen(); }
    /// The level of this kind, null when the variant does not have it.
    LevelAttr getLevel(LevelKind kind) const;
  }];
}

def Sched_ScheduleAttr : Sched_Attr<"Schedule", "schedule"> {
  let summary = "the ordered variants of a kernel";
  let description = [{
    The first variant whose guard holds is taken; the last has no guard. Code
    levels are told once per load, conditions on extents at every call; so a
    call first picks the first condition that holds, and then, at each level,
    the first variant with that condition or none.

    ```mlir
    #sched.schedule<[<isa "v4" levels [<vector [16]>]>, <levels [<vector [4]>]>]>
    ```
  }];
  let parameters = (ins OptionalArrayRefParameter<"VariantAttr">:$variants);
  let assemblyFormat = "`<` `[` (`]`) : ($variants^ `]`)? `>`";
  let genVerifyDecl = 1;
}

def Sched_CaseAttr : Sched_Attr<"Case", "case"> {
  let summary = "the kernel that serves where a condition holds";
  let description = [{
    ```mlir
    #single = affine_set<()[s0] : (s0 - 1 == 0)>
    #sched.case<when #single kernel @k.case0>
    ```
  }];
  let parameters = (ins "::mlir::IntegerSetAttr":$when,
      "::mlir::FlatSymbolRefAttr":$kernel);
  let assemblyFormat = "`<` `when` $when `kernel` $kernel `>`";
}

#endif // MLC_DIALECTS_SCHED_IR_SCHEDATTRS_TD
