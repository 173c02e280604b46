//===- ByteProducts.cpp - A product of bytes and its right answer ---------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/Support/ByteProducts.h"

#include "compiler/Codegen/Contraction/Matmul.h"
#include "compiler/Codegen/Contraction/PackBytes.h"
#include "llvm/Support/FormatVariadic.h"

#include <sys/mman.h>
#include <utility>

using namespace mlir;
using namespace mlc;
using namespace mlc::test;

/// A product of bytes; its slots are A, packed B, the sums of B's columns, the
/// result and a number of rows.
static JitKernel compileBytes(
    const IsaLevel &level,
    llvm::function_ref<MatmulParams(KernelBuilder &, ValueRange slots)> params,
    std::string dump) {
  return compileKernel(
      level,
      [&](OpBuilder &b) {
        Type bytes = flatBuffer(b.getI8Type()),
             words = flatBuffer(b.getI32Type());
        KernelBuilder k(b, b.getUnknownLoc(), level);
        buildKernelFunctions(
            b, {bytes, bytes, words, words, b.getIndexType()},
            [&](Value begin, Value end, ValueRange slots) {
              emitMatmul(k, params(k, slots), begin, end);
            },
            [&](ValueRange slots) { return matmulItems(k, params(k, slots)); });
      },
      false, std::move(dump));
}

/// A repeatable source of bytes.
static uint8_t nextByte(uint32_t &seed) {
  seed = seed * 1664525u + 1013904223u;
  return uint8_t(seed >> 24);
}

namespace {
/// A copy that ends where memory does: a read beyond it is a fault.
class Guarded {
public:
  explicit Guarded(ArrayRef<uint8_t> bytes) {
    size_t page = 4096, room = (bytes.size() + page - 1) / page * page;
    size = room + page;
    void *made = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
      return;
    start = static_cast<uint8_t *>(made);
    mprotect(start + room, page, PROT_NONE);
    at = start + room - bytes.size();
    std::copy(bytes.begin(), bytes.end(), at);
  }
  Guarded(Guarded &&other)
      : start(std::exchange(other.start, nullptr)), at(other.at),
        size(other.size) {}
  ~Guarded() {
    if (start)
      munmap(start, size);
  }
  const uint8_t *data() const { return at; }

private:
  uint8_t *start = nullptr, *at = nullptr;
  size_t size = 0;
};

/// Columns of signed bytes, row by row, as kernels read them.
struct PackedColumns {
  Guarded bytes, sums;
};
} // namespace
static std::optional<PackedColumns> packColumns(int64_t rows, int64_t columns,
                                                ArrayRef<uint8_t> values) {
  Literal matrix = Literal::copy({MLC_I8, {rows, columns}}, values);
  llvm::Expected<Literal> packed = packBytes("pack_vnni4", matrix, {0});
  llvm::Expected<Literal> sums = packBytes("sum_vnni4", matrix, {0});
  if (packed && sums)
    return PackedColumns{Guarded(packed->bytes()), Guarded(sums->bytes())};
  llvm::consumeError(packed.takeError());
  llvm::consumeError(sums.takeError());
  return std::nullopt;
}

/// Runs a kernel twice, in calls of `pieces` items; the results, or why they
/// are wrong whatever the sums are.
static std::string runTwice(JitKernel &kernel, SmallVector<int64_t> slots,
                            int64_t count, std::array<int64_t, 2> pieces,
                            std::vector<int32_t> &result) {
  constexpr int64_t guard = 64;
  constexpr int32_t untouched = -7777777;
  std::vector<int32_t> results[2];
  for (int i = 0; i < 2; ++i) {
    results[i].assign(count + guard, untouched);
    slots[3] = int64_t(results[i].data());
    kernel(slots, pieces[i]);
  }
  if (results[0] != results[1])
    return "depends on how it is cut into calls";
  for (int64_t i = 0; i < guard; ++i)
    if (results[0][count + i] != untouched)
      return "stores behind the result";
  result = std::move(results[0]);
  return "";
}

std::string mlc::test::describe(const ByteProduct &q) {
  return llvm::formatv(
      "{0}x{1}x{2} {3}{4}{5}{6}", q.m, q.n, q.k, q.unsignedA ? "ui8" : "i8",
      q.dynamicRows ? " dynamic" : "", q.transposedA ? " transposed" : "",
      q.extreme ? " extreme" : "");
}

JitKernel mlc::test::compileByteProduct(const IsaLevel &level,
                                        const ByteProduct &q,
                                        std::string dump) {
  auto params = [&](KernelBuilder &k, ValueRange slots) {
    MatmulParams p;
    p.m = q.dynamicRows ? slots[4] : k.index(q.m);
    p.n = k.index(q.n), p.k = k.index(q.k);
    Value one = k.index(1);
    p.a = {slots[0],
           {},
           q.transposedA ? one : p.k,
           q.transposedA ? p.m : one,
           {},
           q.unsignedA};
    p.b.memref = slots[1];
    p.b.rowStride = p.b.columnStride = one;
    p.b.isUnsigned = q.unsignedB;
    if (q.b == ByteProduct::RowMajor)
      p.b.rowStride = p.n;
    else if (q.b == ByteProduct::Transposed)
      p.b.columnStride = p.k;
    else if (q.b == ByteProduct::Strided)
      p.b.rowStride = k.index(2 * q.n), p.b.columnStride = k.index(2);
    p.bytes = true;
    p.packedB = q.b == ByteProduct::Packed;
    p.columnSums = slots[2];
    p.accumulator = k.b.getI32Type();
    p.outputs = {{slots[3], {}, p.n, one, {}}};
    return p;
  };
  return compileBytes(level, params, std::move(dump));
}

std::string mlc::test::runByteProduct(const IsaLevel &level,
                                      const ByteProduct &q) {
  JitKernel kernel = compileByteProduct(level, q);
  if (!kernel)
    return "does not compile";
  uint32_t seed = 17;
  auto byte = [&] {
    uint8_t x = nextByte(seed);
    if (q.extreme)
      return x % 8 ? uint8_t(q.unsignedA ? 255 : 128) : uint8_t(127);
    return x;
  };
  // Exactly as large as they must be, so that a sanitizer sees a read beyond.
  std::vector<uint8_t> a(q.m * q.k), b(q.k * q.n);
  for (uint8_t &x : a)
    x = byte();
  for (uint8_t &x : b)
    x = q.extreme ? (byte() & 1 ? 127 : 128) : byte();
  std::optional<PackedColumns> packed = packColumns(q.k, q.n, b);
  if (!packed)
    return "cannot be packed";
  std::vector<uint8_t> computed(b.size() * 2, 99);
  for (int64_t d = 0; d < q.k; ++d)
    for (int64_t c = 0; c < q.n; ++c)
      computed[q.b == ByteProduct::RowMajor     ? d * q.n + c
               : q.b == ByteProduct::Transposed ? c * q.k + d
                                                : 2 * (d * q.n + c)] =
          b[d * q.n + c];
  const uint8_t *weights =
      q.b == ByteProduct::Packed ? packed->bytes.data() : computed.data();
  std::vector<int32_t> c;
  std::string wrong = runTwice(kernel,
                               {int64_t(a.data()), int64_t(weights),
                                int64_t(packed->sums.data()), 0, q.m},
                               q.m * q.n, {1, 5}, c);
  if (!wrong.empty())
    return wrong;
  for (int64_t row = 0; row < q.m; ++row)
    for (int64_t column = 0; column < q.n; ++column) {
      uint32_t sum = 0;
      for (int64_t d = 0; d < q.k; ++d) {
        uint8_t x = a[q.transposedA ? d * q.m + row : row * q.k + d];
        sum += uint32_t((q.unsignedA ? int32_t(x) : int32_t(int8_t(x))) *
                        (q.unsignedB ? int32_t(b[d * q.n + column])
                                     : int32_t(int8_t(b[d * q.n + column]))));
      }
      if (c[row * q.n + column] != int32_t(sum))
        return llvm::formatv("row {0} column {1} is {2}, not {3}", row, column,
                             c[row * q.n + column], int32_t(sum));
    }
  return "";
}

std::string mlc::test::describe(const ByteConvolution &q) {
  return llvm::formatv("{0}x{1}x{2}x{3} -> {4} by {5}x{6} steps {7}x{8} "
                       "dilated {9}x{10} {11}",
                       q.images, q.height, q.width, q.channels, q.outputs,
                       q.kernel[0], q.kernel[1], q.strides[0], q.strides[1],
                       q.dilations[0], q.dilations[1],
                       q.unsignedA ? "ui8" : "i8");
}

JitKernel mlc::test::compileByteConvolution(const IsaLevel &level,
                                            const ByteConvolution &q,
                                            std::string dump) {
  auto params = [&](KernelBuilder &k, ValueRange slots) {
    MatmulParams p;
    p.m = k.index(q.images * q.outHeight() * q.outWidth());
    p.n = k.index(q.outputs);
    p.k = k.index(q.kernel[0] * q.kernel[1] * q.channels);
    Value one = k.index(1);
    p.a = {slots[0], {}, p.k, one, {}, q.unsignedA};
    p.b.memref = slots[1];
    p.b.rowStride = p.b.columnStride = one;
    p.packedB = p.bytes = true;
    p.columnSums = slots[2];
    p.accumulator = k.b.getI32Type();
    p.outputs = {{slots[3], {}, p.n, one, {}}};
    Patches w;
    w.height = k.index(q.height), w.width = k.index(q.width);
    w.channels = q.channels;
    for (int i = 0; i < 2; ++i) {
      w.kernel[i] = q.kernel[i];
      w.strides[i] = q.strides[i];
      w.dilations[i] = q.dilations[i];
    }
    w.outHeight = k.index(q.outHeight()), w.outWidth = k.index(q.outWidth());
    p.patches = w;
    return p;
  };
  return compileBytes(level, params, std::move(dump));
}

std::string mlc::test::runByteConvolution(const IsaLevel &level,
                                          const ByteConvolution &q) {
  JitKernel kernel = compileByteConvolution(level, q);
  if (!kernel)
    return "does not compile";
  uint32_t seed = 29;
  int64_t depth = q.kernel[0] * q.kernel[1] * q.channels;
  std::vector<uint8_t> x(q.images * q.height * q.width * q.channels),
      w(depth * q.outputs);
  for (uint8_t &value : x)
    value = nextByte(seed);
  for (uint8_t &value : w)
    value = nextByte(seed);
  std::optional<PackedColumns> packed = packColumns(depth, q.outputs, w);
  if (!packed)
    return "cannot be packed";
  int64_t oh = q.outHeight(), ow = q.outWidth(), rows = q.images * oh * ow;
  std::vector<int32_t> c;
  std::string wrong =
      runTwice(kernel,
               {int64_t(x.data()), int64_t(packed->bytes.data()),
                int64_t(packed->sums.data()), 0, rows},
               rows * q.outputs, {1, 3}, c);
  if (!wrong.empty())
    return wrong;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t o = 0; o < q.outputs; ++o) {
      int64_t n = row / (oh * ow), y = row / ow % oh, z = row % ow;
      uint32_t sum = 0;
      for (int64_t d = 0; d < depth; ++d) {
        int64_t channel = d % q.channels, tap = d / q.channels;
        int64_t h = y * q.strides[0] + tap / q.kernel[1] * q.dilations[0];
        int64_t v = z * q.strides[1] + tap % q.kernel[1] * q.dilations[1];
        uint8_t a =
            x[((n * q.height + h) * q.width + v) * q.channels + channel];
        sum += uint32_t((q.unsignedA ? int32_t(a) : int32_t(int8_t(a))) *
                        int32_t(int8_t(w[d * q.outputs + o])));
      }
      if (c[row * q.outputs + o] != int32_t(sum))
        return llvm::formatv("pixel {0} channel {1} is {2}, not {3}", row, o,
                             c[row * q.outputs + o], int32_t(sum));
    }
  return "";
}

namespace {
typedef int IntVector __attribute__((vector_size(64)));
} // namespace

__attribute__((target("avx512f,avx512vnni"))) static int probe(long steps) {
  IntVector a[12] = {}, x = IntVector{} + 0x01020304,
            y = IntVector{} + 0x04030201;
  for (long i = 0; i < steps; ++i) {
#pragma unroll
    for (IntVector &v : a)
      asm volatile("vpdpbusd %1, %2, %0" : "+v"(v) : "v"(x), "v"(y));
  }
  IntVector sum = {};
  for (IntVector &v : a)
    sum += v;
  return sum[0];
}

double mlc::test::peakByteOps(double seconds) {
  if (!machineHas(isaLevel(MLC_ISA_V4_VNNI)))
    return 0;
  static volatile int sink;
  long steps = long(seconds * 2.5e9 / 12);
  double start = threadSeconds();
  sink = probe(steps);
  double taken = threadSeconds() - start;
  (void)sink;
  return double(steps) * 12 * 64 * 2 / taken;
}
