//===- TileEmulator.cpp - AMX instructions on machines without ------------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The VEX encodings of map 0F38 with opcodes 49 (configuration, zero), 4B
// (load, store) and 5E (products of bytes), 64-bit mode.
//
//===----------------------------------------------------------------------===//

#include "test/Support/TileEmulator.h"

#include "test/Support/KernelJit.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>

using namespace mlc::test;

namespace {

struct Tile {
  unsigned rows = 0, bytes = 0;
  uint8_t data[16][64] = {};
};

thread_local Tile tiles[8];
thread_local bool configured = false;
thread_local TileCounts counts;

[[noreturn]] void refuse(const char *why) {
  // In a signal handler: no more than a line.
  std::fprintf(stderr, "tile emulator: %s\n", why);
  std::_Exit(86);
}

/// The registers in the order of their numbers.
const int kRegisters[16] = {
    REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

/// A VEX instruction taken apart.
struct Instruction {
  uint8_t opcode = 0, prefix = 0; // prefix: 0 none, 1 66, 2 F3, 3 F2
  unsigned reg = 0, rm = 0, vvvv = 0;
  bool memory = false;
  uint64_t base = 0, step = 0; // of a memory operand: address, index * scale
  unsigned length = 0;
};

bool decode(const uint8_t *code, const greg_t *registers, Instruction &i) {
  if (code[0] != 0xC4 || (code[1] & 0x1f) != 2)
    return false;
  bool r = !(code[1] & 0x80), x = !(code[1] & 0x40), b = !(code[1] & 0x20);
  i.vvvv = (~code[2] >> 3) & 15;
  i.prefix = code[2] & 3;
  i.opcode = code[3];
  uint8_t modrm = code[4];
  unsigned mod = modrm >> 6, rm = modrm & 7;
  i.reg = ((modrm >> 3) & 7) | (r ? 8 : 0);
  i.rm = rm | (b ? 8 : 0);
  i.memory = mod != 3;
  i.length = 5;
  if (!i.memory)
    return true;
  auto value = [&](unsigned number) {
    return uint64_t(registers[kRegisters[number]]);
  };
  auto displacement = [&](unsigned bytes) {
    int32_t d = 0;
    if (bytes == 1)
      d = int8_t(code[i.length]);
    else
      std::memcpy(&d, code + i.length, 4);
    i.length += bytes;
    return uint64_t(int64_t(d));
  };
  if (rm == 4) {
    uint8_t sib = code[i.length++];
    unsigned index = ((sib >> 3) & 7) | (x ? 8 : 0),
             base = (sib & 7) | (b ? 8 : 0);
    if (index != 4)
      i.step = value(index) << (sib >> 6);
    if ((sib & 7) == 5 && mod == 0)
      i.base = displacement(4);
    else
      i.base = value(base);
  } else if (rm == 5 && mod == 0) {
    uint64_t d = displacement(4);
    i.base = uint64_t(code) + i.length + d;
    return true;
  } else {
    i.base = value(i.rm);
  }
  if (mod == 1)
    i.base += displacement(1);
  else if (mod == 2)
    i.base += displacement(4);
  return true;
}

Tile &tile(unsigned number) {
  if (!configured || number > 7)
    refuse("a tile is used without a configuration");
  Tile &t = tiles[number];
  if (!t.rows || !t.bytes)
    refuse("a tile without a shape is used");
  return t;
}

void configure(const Instruction &i) {
  uint8_t config[64];
  std::memcpy(config, reinterpret_cast<const void *>(i.base + i.step), 64);
  if (config[0] != 1 || config[1] != 0)
    refuse("the configuration names another palette or start row");
  for (unsigned n = 0; n < 8; ++n) {
    Tile &t = tiles[n];
    t = Tile();
    t.rows = config[48 + n];
    t.bytes = config[16 + 2 * n] | config[17 + 2 * n] << 8;
    if (t.rows > 16 || t.bytes > 64 || !t.rows != !t.bytes)
      refuse("the configuration has a shape that no tile can have");
  }
  configured = true;
  ++counts.configurations;
}

void move(const Instruction &i, bool store) {
  Tile &t = tile(i.reg);
  for (unsigned row = 0; row < t.rows; ++row) {
    auto *there = reinterpret_cast<uint8_t *>(i.base + row * i.step);
    if (store) {
      std::memcpy(there, t.data[row], t.bytes);
    } else {
      std::memset(t.data[row], 0, 64);
      std::memcpy(t.data[row], there, t.bytes);
    }
  }
  ++(store ? counts.stores : counts.loads);
}

void multiply(const Instruction &i) {
  Tile &c = tile(i.reg), &a = tile(i.rm), &b = tile(i.vvvv);
  if (&c == &a || &c == &b || &a == &b)
    refuse("a product names one tile twice");
  if (a.rows != c.rows || b.bytes != c.bytes || a.bytes != 4 * b.rows)
    refuse("the shapes of a product do not fit");
  bool unsignedA = i.prefix == 0 || i.prefix == 1;
  bool unsignedB = i.prefix == 0 || i.prefix == 2;
  for (unsigned m = 0; m < c.rows; ++m)
    for (unsigned n = 0; n < c.bytes / 4; ++n) {
      uint32_t sum;
      std::memcpy(&sum, &c.data[m][4 * n], 4);
      for (unsigned k = 0; k < b.rows; ++k)
        for (unsigned j = 0; j < 4; ++j) {
          uint8_t x = a.data[m][4 * k + j], y = b.data[k][4 * n + j];
          sum += uint32_t((unsignedA ? int(x) : int(int8_t(x))) *
                          (unsignedB ? int(y) : int(int8_t(y))));
        }
      std::memcpy(&c.data[m][4 * n], &sum, 4);
    }
  ++counts.products;
}

/// False for what is no instruction of this unit.
bool execute(const Instruction &i) {
  switch (i.opcode) {
  case 0x49:
    if (i.memory && i.prefix == 0) {
      configure(i);
    } else if (!i.memory && i.prefix == 0 && i.reg == 0 && i.rm == 0) {
      configured = false;
      ++counts.releases;
    } else if (!i.memory && i.prefix == 3) {
      std::memset(tile(i.reg).data, 0, sizeof(tile(i.reg).data));
    } else {
      return false;
    }
    return true;
  case 0x4B:
    if (!i.memory || i.prefix == 0)
      return false;
    move(i, i.prefix == 2);
    return true;
  case 0x5E:
    if (i.memory)
      return false;
    multiply(i);
    return true;
  default:
    return false;
  }
}

void onIllegal(int, siginfo_t *, void *raw) {
  auto *context = static_cast<ucontext_t *>(raw);
  greg_t *registers = context->uc_mcontext.gregs;
  Instruction i;
  if (!decode(reinterpret_cast<const uint8_t *>(registers[REG_RIP]), registers,
              i) ||
      !execute(i)) {
    std::signal(SIGILL, SIG_DFL); // raised again on return
    return;
  }
  registers[REG_RIP] += i.length;
}

} // namespace

void mlc::test::emulateTiles() {
  if (machineHas(isaLevel(MLC_ISA_V4_AMX)))
    return;
  struct sigaction action = {};
  action.sa_sigaction = onIllegal;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGILL, &action, nullptr);
}

TileCounts mlc::test::emulatedTiles() { return counts; }

bool mlc::test::tilesReleased() { return !configured; }
