//===- RandomOps.td - Reproducible random numbers -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_RANDOM_RANDOMOPS_TD
#define MLC_DIALECTS_GRAPH_RANDOM_RANDOMOPS_TD

include "dialects/Graph/IR/GraphBase.td"

def Graph_RandomOp : Graph_PureOp<"random", [
    DeclareOpInterfaceMethods<ElementOpInterface, ["buildElement", "getElementCost"]>]> {
  let summary = "Random numbers from a key and a stream number";
  let description = [{
    Philox4x32-10 (Salmon et al., SC 2011) of counter (element / 4, stream), two
    words each, low word first, and the 64-bit key; element e takes word e mod 4.
    Pure: the same key and stream give the same numbers on every target.
    `bits` is the word cut or zero-extended to the type; `uniform` its upper 24
    bits times 2^-24; `normal` is Box-Muller over the pair of words of elements
    e & ~1 and e | 1: u = (upper 24 bits of the first + 1) * 2^-24, v = those of
    the second * 2^-24, r = sqrt(-2 ln u); r cos 2 pi v for even e, r sin 2 pi v
    for odd e.

    Example:
    ```mlir
    %r = graph.random uniform %key stream = 7 : tensor<2xui32> -> tensor<4x4xf32>
    ```
  }];
  let arguments = (ins Graph_Distribution:$distribution, Graph_IntTensor:$key,
                       Variadic<Index>:$sizes, I64Attr:$stream);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = "$distribution $key `stream` `=` $stream (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($key) `->` type($result)";
  let hasVerifier = 1;
}

#endif // MLC_DIALECTS_GRAPH_RANDOM_RANDOMOPS_TD
