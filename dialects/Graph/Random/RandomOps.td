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

def Graph_RandomOp : Graph_PureOp<"random", [ElementOpInterface]> {
  let summary = "Random numbers from a key and a stream number";
  let description = [{
    Philox4x32-10 (Salmon et al., SC 2011) of counter (element / 4, stream) and
    the 64-bit key. Pure: the same key and stream give the same numbers on every
    target. `uniform` is in [0, 1), `normal` is standard (Box-Muller).

    Example:
    ```mlir
    %r = graph.random uniform %key stream = 7 : tensor<2xui32> -> tensor<4x4xf32>
    ```
  }];
  let arguments = (ins Graph_Distribution:$distribution, Graph_IntTensor:$key,
                       Variadic<Index>:$sizes, I64Attr:$stream);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = "$distribution $key `stream` `=` $stream (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($key) `->` type($result)";
}

#endif // MLC_DIALECTS_GRAPH_RANDOM_RANDOMOPS_TD
