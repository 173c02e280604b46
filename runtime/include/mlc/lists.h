//===- lists.h - What lies in sequences and optionals -----------*- C++ -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data of a sequence or optional is an mlc_list. Its items are tensors of
// any shapes, or lists again whose data is an mlc_list. What the items of an
// input or output are, one word tells: the kind (mlc_kind) of its items in the
// lowest 4 bits, that of their items in the next ones, and so on; 0 is a list
// of tensors. It is mlc_value_info.items, and in an artifact one of the words
// that were reserved.
//
//===----------------------------------------------------------------------===//

#ifndef MLC_LISTS_H
#define MLC_LISTS_H

#include <stdint.h>

#define MLC_MAX_LIST_DEPTH 8
#define MLC_ITEM_KIND(items) ((uint32_t)((items) & 15u))
#define MLC_ITEMS_OF_ITEM(items) ((items) >> 4)
#define MLC_ITEMS_IN_ARTIFACT 0 /* which of mlc_value_desc.reserved */

#endif // MLC_LISTS_H
