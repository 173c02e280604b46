//===- GraphBase.td - Dialect, attributes and base classes of graph -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_IR_GRAPHBASE_TD
#define MLC_DIALECTS_GRAPH_IR_GRAPHBASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "dialects/Graph/IR/GraphEnums.td"
include "dialects/Interfaces/GraphInterfaces.td"

def Graph_Dialect : Dialect {
  let name = "graph";
  let cppNamespace = "::mlc::graph";
  let summary = "Tensor programs as models state them";
  let description = [{
    Value-semantic ops on ranked tensors. Broadcast and type conversion are
    explicit, dynamic extents are operands, dimension numbers are attributes.
    Core ops implement the engines' interfaces; composite ops decompose into
    core ops. Integers without sign are signed, `uiN` are unsigned, `i1` is
    bool.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Constants of this compilation; created on first use.
    ::mlc::ConstantPool &getConstantPool();
    std::shared_ptr<::mlc::ConstantPool> getSharedConstantPool();
    void setConstantPool(std::shared_ptr<::mlc::ConstantPool> pool) {
      constantPool = std::move(pool);
    }
    static constexpr llvm::StringLiteral kEntryAttr = "graph.entry";
    static constexpr llvm::StringLiteral kNameAttr = "graph.name";
    static constexpr llvm::StringLiteral kDimsAttr = "graph.dims";
    static constexpr llvm::StringLiteral kAliasAttr = "graph.alias";

  private:
    void registerTypes();
    void registerAttributes();
    void registerElementwiseOps();
    void registerReductionOps();
    void registerContractionOps();
    void registerMovementOps();
    void registerOrderingOps();
    void registerQuantOps();
    void registerRandomOps();
    void registerNeuralOps();
    void registerCollectionOps();
    void registerStructureOps();
    void registerLayoutOps();
    std::shared_ptr<::mlc::ConstantPool> constantPool;

  public:
  }];
}

// ---- Types --------------------------------------------------------------

class Graph_Type<string name, string typeMnemonic> : TypeDef<Graph_Dialect, name> {
  let mnemonic = typeMnemonic;
}
def Graph_SeqType : Graph_Type<"Seq", "seq"> {
  let summary = "A list of values of one type";
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
}
def Graph_OptType : Graph_Type<"Opt", "opt"> {
  let summary = "A value or nothing";
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
}
def Graph_StrType : Graph_Type<"Str", "str"> {
  let summary = "A string element";
}

def Graph_Element : AnyTypeOf<[AnyInteger, AnyFloat, AnyComplex]>;
def Graph_Tensor : RankedTensorOf<[Graph_Element]>;
def Graph_FloatTensor : RankedTensorOf<[AnyFloat]>;
def Graph_IntTensor : RankedTensorOf<[AnyInteger]>;
def Graph_BoolTensor : RankedTensorOf<[I1]>;
def Graph_IndexTensor : RankedTensorOf<[I32, I64]>;
def Graph_NumberTensor : RankedTensorOf<[AnyInteger, AnyFloat]>;

// ---- Attributes ---------------------------------------------------------

def Graph_ConstAttr : AttrDef<Graph_Dialect, "Const", [TypedAttrInterface]> {
  let mnemonic = "const";
  let summary = "A blob of the constant pool, named by its content hash";
  let description = [{
    128 bits as 32 hexadecimal digits. There is no running number, so equal
    constants are equal attributes and kernels hash alike.
  }];
  let parameters = (ins "uint64_t":$high, "uint64_t":$low,
                        AttributeSelfTypeParameter<"">:$type);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

// ---- Opt-outs -----------------------------------------------------------

// An op without a rule of an engine says why not.
class Graph_OptOut<string name, string why> : NativeOpTrait<name> {
  let cppNamespace = "::mlc::graph";
  string reason = why;
}
def Graph_NoGradient : Graph_OptOut<"NotDifferentiable",
  "works on bits, integers or truth values, which carry no gradient">;
def Graph_NoBounds : Graph_OptOut<"NotBoundable",
  "works on bits: an interval of numbers says nothing about them">;

// ---- Op bases -----------------------------------------------------------

class Graph_Op<string mnemonic, list<Trait> traits = []>
    : Op<Graph_Dialect, mnemonic, !listconcat([FusionOpInterface], traits)>;

// An op that is part of the host program, never of a kernel.
class Graph_HostOp<string mnemonic, list<Trait> traits = []>
    : Graph_Op<mnemonic, !listconcat([
        DeclareOpInterfaceMethods<FusionOpInterface, ["runsOnHost"]>], traits)> {
  let extraClassDefinition = "bool $cppClass::runsOnHost() { return true; }";
}

// An op without effects whose result extents can be asked for.
class Graph_PureOp<string mnemonic, list<Trait> traits = []>
    : Graph_Op<mnemonic, !listconcat([Pure,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
          ["reifyResultShapes"]>,
        CostOpInterface], traits)>;

// A composite: it has a meaning in terms of other ops.
class Graph_CompositeOp<string mnemonic, list<Trait> traits = []>
    : Graph_PureOp<mnemonic, !listconcat([
        DeclareOpInterfaceMethods<DecomposableOpInterface>], traits)>;

#endif // MLC_DIALECTS_GRAPH_IR_GRAPHBASE_TD
