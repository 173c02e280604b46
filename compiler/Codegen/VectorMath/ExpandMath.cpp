//===- ExpandMath.cpp - Math ops to polynomials and builtins --------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three ways out of the math dialect, in this order:
//   1. a polynomial of Functions.h, for f32 scalars and vectors;
//   2. a composition of simpler functions (f64 hyperbolics, rsqrt, ...);
//   3. a call of a libm name that the artifact's builtins define, lane by lane.
// f16 and bf16 operands are computed in f32.
//
// An op that has the flag `afn` may be off by 4 ulp and takes a shorter way
// where there is one. The flag ends here: LLVM would take it for leave to
// estimate square roots, at the price of infinities.
//
//===----------------------------------------------------------------------===//

#include "compiler/Codegen/Passes.h"
#include "compiler/Codegen/VectorMath/Compositions.h"
#include "compiler/Codegen/VectorMath/Functions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>

using namespace mlir;
using namespace mlc;

namespace mlc {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "compiler/Codegen/Passes.h.inc"
} // namespace mlc

namespace {

using Build = Value (*)(MathBuilder &, Value);

/// How one math op leaves the dialect. Null: not that way.
struct Function {
  Build polynomial = nullptr;    // f32
  Build composition = nullptr;   // any float, built of other math ops
  const char *f32Name = nullptr; // in the builtins
  const char *f64Name = nullptr;
  bool boundedRange = false; // polynomial valid to kTrigLimit only
};

const llvm::StringMap<Function> &functions() {
  static const llvm::StringMap<Function> table = [] {
    llvm::StringMap<Function> t;
    t["math.exp"] = {buildExp, nullptr, "expf", "exp"};
    t["math.exp2"] = {buildExp2, nullptr, "exp2f", "exp2"};
    t["math.expm1"] = {buildExpM1, nullptr, "expm1f", "expm1"};
    t["math.log"] = {buildLog, nullptr, "logf", "log"};
    t["math.log1p"] = {buildLog1p, nullptr, "log1pf", "log1p"};
    t["math.log2"] = {buildLog2, nullptr, "log2f", "log2"};
    t["math.log10"] = {buildLog10, nullptr, "log10f", "log10"};
    t["math.tanh"] = {buildTanh, composeTanh, nullptr, nullptr};
    t["math.erf"] = {buildErf, composeErf, nullptr, nullptr};
    t["math.erfc"] = {nullptr, composeErfc, nullptr, nullptr};
    t["math.sin"] = {buildSin, nullptr, "sinf", "sin", true};
    t["math.cos"] = {buildCos, nullptr, "cosf", "cos", true};
    t["math.tan"] = {buildTan, nullptr, "tanf", "tan", true};
    t["math.asin"] = {buildAsin, nullptr, "asinf", "asin"};
    t["math.acos"] = {buildAcos, nullptr, "acosf", "acos"};
    t["math.atan"] = {buildAtan, nullptr, "atanf", "atan"};
    t["math.sinh"] = {composeSinh, composeSinh, nullptr, nullptr};
    t["math.cosh"] = {composeCosh, composeCosh, nullptr, nullptr};
    t["math.asinh"] = {composeAsinh, composeAsinh, nullptr, nullptr};
    t["math.acosh"] = {composeAcosh, composeAcosh, nullptr, nullptr};
    t["math.atanh"] = {composeAtanh, composeAtanh, nullptr, nullptr};
    t["math.cbrt"] = {nullptr, nullptr, "cbrtf", "cbrt"};
    t["math.powf"] = {nullptr, nullptr, nullptr, "pow"};
    t["math.atan2"] = {nullptr, nullptr, nullptr, "atan2"};
    t["math.rsqrt"] = {composeRsqrt, composeRsqrt, nullptr, nullptr};
    return t;
  }();
  return table;
}

bool mayApproximate(Operation *op) {
  auto flagged = dyn_cast<arith::ArithFastMathInterface>(op);
  // Conversions may have none.
  auto flags = flagged ? flagged.getFastMathFlagsAttr() : nullptr;
  return flags &&
         arith::bitEnumContainsAll(flags.getValue(), arith::FastMathFlags::afn);
}

class ExpandMath : public mlc::impl::ExpandMathPassBase<ExpandMath> {
public:
  using ExpandMathPassBase::ExpandMathPassBase;

  void runOnOperation() override {
    // Expansions may create ops that need expansion themselves.
    bool failed = false;
    for (int round = 0; round < 4 && !failed; ++round) {
      SmallVector<Operation *> work;
      getOperation()->walk([&](Operation *op) {
        if (isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
            isa<vector::FMAOp, arith::RemFOp>(op))
          work.push_back(op);
      });
      bool changed = false;
      for (Operation *op : work) {
        FailureOr<bool> done = expand(op);
        failed |= mlir::failed(done);
        changed |= succeeded(done) && *done;
      }
      if (!changed)
        break;
    }
    if (failed)
      return signalPassFailure();
    getOperation()->walk([](Operation *op) {
      if (!mayApproximate(op))
        return;
      auto flagged = cast<arith::ArithFastMathInterface>(op);
      auto rest = flagged.getFastMathFlagsAttr().getValue() &
                  ~arith::FastMathFlags::afn;
      op->setAttr(flagged.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(op->getContext(), rest));
    });
  }

private:
  /// True if `op` was replaced, false if it may stay.
  FailureOr<bool> expand(Operation *op) {
    if (isa<math::FmaOp, vector::FMAOp>(op))
      return expandFma(op);
    if (auto rem = dyn_cast<arith::RemFOp>(op))
      return expandRemainder(rem);
    if (auto powi = dyn_cast<math::FPowIOp>(op))
      return expandFPowI(powi);
    if (auto erf = dyn_cast<math::ErfOp>(op))
      if (expandNormalCdf(erf))
        return true;
    if (auto exp = dyn_cast<math::ExpOp>(op))
      shortenSigmoid(exp);
    auto found = functions().find(op->getName().getStringRef());
    if (found == functions().end())
      return false; // has a machine lowering, or the verifier names it
    const Function &function = found->second;

    OpBuilder b(op);
    Location loc = op->getLoc();
    Type type = op->getResult(0).getType();
    Type element = getElementTypeOrSelf(type);
    if (element.isF16() || element.isBF16())
      return computeInF32(op);
    MathBuilder m(b, loc, type, hasFma, hasScale, hasTables);
    m.fast = mayApproximate(op);
    Value x = op->getOperand(0);
    if (element.isF32() && isa<math::PowFOp>(op))
      return replace(op, buildPow(m, x, op->getOperand(1)));
    if (element.isF32() && function.polynomial) {
      Value y = function.boundedRange ? buildBounded(m, x, function, op)
                                      : function.polynomial(m, x);
      return replace(op, y);
    }
    const char *name = element.isF32()   ? function.f32Name
                       : element.isF64() ? function.f64Name
                                         : nullptr;
    if (name)
      return replace(op,
                     callPerLane(b, loc, name, op->getOperands(), type, op));
    if (function.composition)
      return replace(op, function.composition(m, x));
    if (element.isF32() && function.f64Name)
      return computeWider(op, b.getF64Type());
    return op->emitOpError("on ")
           << element << " has neither a polynomial nor a builtin";
  }

  FailureOr<bool> replace(Operation *op, Value y) {
    op->getResult(0).replaceAllUsesWith(y);
    op->erase();
    return true;
  }

  /// 1 + erf(x / sqrt 2) as a whole, where nothing else is made of the erf.
  /// True if so.
  bool expandNormalCdf(math::ErfOp op) {
    auto scaled = op.getOperand().getDefiningOp<arith::MulFOp>();
    if (!scaled || !getElementTypeOrSelf(op.getType()).isF32())
      return false;
    Value x = scaled.getLhs();
    std::optional<double> scale = numberOf(scaled.getRhs());
    if (!scale) {
      x = scaled.getRhs();
      scale = numberOf(scaled.getLhs());
    }
    // The nearest f32, and its neighbours.
    if (!scale || std::abs(*scale - 0.70710678118654752440) > 1e-7)
      return false;
    SmallVector<arith::AddFOp> sums;
    for (Operation *user : op->getUsers()) {
      auto sum = dyn_cast<arith::AddFOp>(user);
      if (!sum ||
          numberOf(sum.getLhs() == op.getResult() ? sum.getRhs()
                                                  : sum.getLhs()) != 1.0)
        return false;
      sums.push_back(sum);
    }
    OpBuilder b(op);
    MathBuilder m(b, op.getLoc(), op.getType(), hasFma, hasScale, hasTables);
    m.fast = mayApproximate(op);
    Value y = buildTwiceNormalCdf(m, x);
    for (arith::AddFOp sum : sums) {
      sum.replaceAllUsesWith(y);
      sum.erase();
    }
    op.erase();
    return true;
  }

  /// Where `power` is the exp(-|x|) of a sigmoid, s - s * (power / (1 + power))
  /// with s = power or 1, which spares a rounding, becomes s / (1 + power).
  void shortenSigmoid(math::ExpOp power) {
    if (!mayApproximate(power))
      return;
    for (Operation *user : power->getUsers()) {
      auto share = dyn_cast<arith::DivFOp>(user);
      if (!share || share.getLhs() != power.getResult() || !share->hasOneUse())
        continue;
      auto sum = share.getRhs().getDefiningOp<arith::AddFOp>();
      if (!sum || !((sum.getLhs() == power.getResult() &&
                     numberOf(sum.getRhs()) == 1.0) ||
                    (sum.getRhs() == power.getResult() &&
                     numberOf(sum.getLhs()) == 1.0)))
        continue;
      auto rest = dyn_cast<arith::MulFOp>(*share->user_begin());
      if (!rest || !rest->hasOneUse())
        continue;
      Value most =
          rest.getLhs() == share.getResult() ? rest.getRhs() : rest.getLhs();
      auto result = dyn_cast<arith::SubFOp>(*rest->user_begin());
      if (!result || result.getLhs() != most || result.getRhs() != rest)
        continue;
      OpBuilder b(result);
      Value quotient =
          arith::DivFOp::create(b, result.getLoc(), most, sum.getResult());
      result.replaceAllUsesWith(quotient);
      result.erase();
      rest.erase();
      share.erase();
      return;
    }
  }

  /// The one number that a scalar or all lanes of a vector are, if constant.
  static std::optional<double> numberOf(Value value) {
    if (auto spread = value.getDefiningOp<vector::BroadcastOp>())
      value = spread.getSource();
    Attribute constant;
    if (!matchPattern(value, m_Constant(&constant)))
      return std::nullopt;
    if (auto dense = dyn_cast<DenseFPElementsAttr>(constant)) {
      if (!dense.isSplat())
        return std::nullopt;
      constant = dense.getSplatValue<Attribute>();
    }
    auto number = dyn_cast<FloatAttr>(constant);
    return number ? std::optional(number.getValueAsDouble()) : std::nullopt;
  }

  /// Without FMA in the machine the call of fmaf would cost 100 times as much;
  /// the ops that ask for FMA allow either rounding.
  FailureOr<bool> expandFma(Operation *op) {
    if (hasFma)
      return false;
    OpBuilder b(op);
    Value product = arith::MulFOp::create(b, op->getLoc(), op->getOperand(0),
                                          op->getOperand(1));
    return replace(
        op, arith::AddFOp::create(b, op->getLoc(), product, op->getOperand(2)));
  }

  FailureOr<bool> expandRemainder(arith::RemFOp op) {
    Type element = getElementTypeOrSelf(op.getType());
    if (element.isF16() || element.isBF16())
      return computeInF32(op);
    if (!element.isF32() && !element.isF64())
      return op.emitOpError("on ") << element << " has no builtin";
    OpBuilder b(op);
    return replace(op, callPerLane(b, op.getLoc(),
                                   element.isF32() ? "fmodf" : "fmod",
                                   op->getOperands(), op.getType(), op));
  }

  /// x^n with an integer n, by powf: n is exact in f64 and nearly always in
  /// f32.
  FailureOr<bool> expandFPowI(math::FPowIOp op) {
    OpBuilder b(op);
    Location loc = op.getLoc();
    Value n = arith::SIToFPOp::create(b, loc, op.getType(), op.getRhs());
    return replace(op, math::PowFOp::create(b, loc, op.getLhs(), n));
  }

  FailureOr<bool> computeInF32(Operation *op) {
    return computeWider(op, Float32Type::get(op->getContext()));
  }

  FailureOr<bool> computeWider(Operation *op, Type wide) {
    OpBuilder b(op);
    Location loc = op->getLoc();
    Type type = op->getResult(0).getType();
    auto vector = dyn_cast<VectorType>(type);
    Type wideType = vector ? Type(vector.clone(wide)) : wide;
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(arith::ExtFOp::create(b, loc, wideType, operand));
    OperationState state(loc, op->getName());
    state.addOperands(operands);
    state.addTypes(wideType);
    state.addAttributes(op->getAttrs());
    Operation *wider = b.create(state);
    FailureOr<bool> result =
        replace(op, arith::TruncFOp::create(b, loc, type, wider->getResult(0)));
    (void)expand(wider);
    return result;
  }

  /// The polynomial, and for operands beyond its range the builtin instead.
  Value buildBounded(MathBuilder &m, Value x, const Function &function,
                     Operation *anchor) {
    OpBuilder &b = m.b;
    Type type = x.getType();
    Value y = function.polynomial(m, x);
    // Infinity takes the slow way too; NaN comes out of the polynomial.
    Value beyond = m.greater(m.abs(x), m.f(kTrigLimit));
    Value any = beyond;
    if (isa<VectorType>(type))
      any = vector::ReductionOp::create(b, m.loc, vector::CombiningKind::OR,
                                        beyond);
    auto branch = scf::IfOp::create(b, m.loc, TypeRange(type), any,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value slow = callPerLane(b, m.loc, function.f32Name, x, type, anchor);
    scf::YieldOp::create(b, m.loc, slow);
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, m.loc, y);
    return branch.getResult(0);
  }

  /// `name` of every lane. The lanes go through one loop-free chain: such
  /// functions are rare, and a call in a loop would spill everything as well.
  Value callPerLane(OpBuilder &b, Location loc, StringRef name,
                    ValueRange operands, Type type, Operation *anchor) {
    Type element = getElementTypeOrSelf(type);
    func::FuncOp callee = declare(name, element, operands.size(), anchor);
    auto vector = dyn_cast<VectorType>(type);
    if (!vector)
      return func::CallOp::create(b, loc, callee, operands).getResult(0);
    Value result = operands.front();
    for (int64_t lane = 0; lane < vector.getNumElements(); ++lane) {
      SmallVector<Value> scalars;
      for (Value operand : operands)
        scalars.push_back(vector::ExtractOp::create(b, loc, operand, lane));
      Value y = func::CallOp::create(b, loc, callee, scalars).getResult(0);
      result = vector::InsertOp::create(b, loc, y, result, lane);
    }
    return result;
  }

  func::FuncOp declare(StringRef name, Type element, unsigned operands,
                       Operation *anchor) {
    Operation *table = SymbolTable::getNearestSymbolTable(anchor);
    if (Operation *known = SymbolTable::lookupSymbolIn(table, name))
      return cast<func::FuncOp>(known);
    OpBuilder b = OpBuilder::atBlockBegin(&table->getRegion(0).front());
    SmallVector<Type> types(operands, element);
    auto callee = func::FuncOp::create(b, table->getLoc(), name,
                                       b.getFunctionType(types, element));
    callee.setPrivate();
    return callee;
  }
};

} // namespace
