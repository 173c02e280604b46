//===- NeuralOps.td - Composite ops of neural networks -*- tablegen -*-===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLC_DIALECTS_GRAPH_NEURAL_NEURALOPS_TD
#define MLC_DIALECTS_GRAPH_NEURAL_NEURALOPS_TD

include "dialects/Graph/IR/GraphBase.td"

def Graph_SoftmaxOp : Graph_CompositeOp<"softmax", [SameOperandsAndResultType]> {
  let summary = "exp(x - max) / sum along one dimension; or its logarithm";
  let description = "Example:\n```mlir\n%r = graph.softmax %x dim = 1 : tensor<2x8xf32>\n```";
  let arguments = (ins Graph_FloatTensor:$input, I64Attr:$dim,
                       DefaultValuedAttr<BoolAttr, "false">:$logarithm);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$input `dim` `=` $dim attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def Graph_LayerNormOp : Graph_CompositeOp<"layer_norm", []> {
  let summary = "Normalises the dimensions from `dim` on, then scales and shifts";
  let description = [{
    (x - mean) / sqrt(var + epsilon) * scale + bias; scale and bias have the
    shape of the normalised dimensions. Results: the value, the mean and the
    inverse standard deviation (of the leading dimensions). Statistics are f32
    (f64 for f64). `rms` leaves the mean out.

    Example:
    ```mlir
    %y, %m, %s = graph.layer_norm %x, %g, %b dim = 1 epsilon = 1.0e-5 :
      tensor<2x8xf32>, tensor<8xf32>, tensor<8xf32> -> tensor<2x8xf32>, tensor<2xf32>, tensor<2xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$input, Graph_FloatTensor:$scale,
    Optional<Graph_FloatTensor>:$bias, I64Attr:$dim, F64Attr:$epsilon,
    DefaultValuedAttr<BoolAttr, "false">:$rms);
  let results = (outs Graph_FloatTensor:$result, Graph_FloatTensor:$mean,
                      Graph_FloatTensor:$inverse_deviation);
  let assemblyFormat = [{ $input `,` $scale (`,` $bias^)? `dim` `=` $dim `epsilon` `=` $epsilon
    attr-dict `:` type($input) `,` type($scale) (`,` type($bias)^)? `->` type($result) `,` type($mean) `,` type($inverse_deviation) }];
  let hasVerifier = 1;
}

def Graph_BatchNormOp : Graph_CompositeOp<"batch_norm", []> {
  let summary = "(x - mean) / sqrt(variance + epsilon) * scale + bias per channel (dimension 1)";
  let description = [{
    Example:
    ```mlir
    %r = graph.batch_norm %x, %g, %b, %m, %v epsilon = 1.0e-5 : (tensor<1x4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$input, Graph_FloatTensor:$scale,
    Graph_FloatTensor:$bias, Graph_FloatTensor:$mean, Graph_FloatTensor:$variance,
    F64Attr:$epsilon);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$input `,` $scale `,` $bias `,` $mean `,` $variance `epsilon` `=` $epsilon attr-dict `:` functional-type(operands, $result)";
  let hasVerifier = 1;
}

def Graph_GeluOp : Graph_CompositeOp<"gelu", [SameOperandsAndResultType]> {
  let summary = "x times the normal distribution function of x";
  let description = "Example:\n```mlir\n%r = graph.gelu erf %x : tensor<4xf32>\n```";
  let arguments = (ins Graph_GeluKind:$kind, Graph_FloatTensor:$input);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$kind $input attr-dict `:` type($input)";
}

def Graph_AttentionOp : Graph_CompositeOp<"attention", []> {
  let summary = "softmax(scale * Q K^T + mask) V per head";
  let description = [{
    Q: B x H x M x D, K: B x Hk x N x D, V: B x Hk x N x E with H a multiple of
    Hk (grouped heads). The optional mask is additive and broadcasts to
    B x H x M x N. `causal` lets row i see columns up to i + N - M.
    `softcap` > 0 limits the scores to softcap * tanh(s / softcap).

    Example:
    ```mlir
    %r = graph.attention %q, %k, %v scale = 1.0e-1 : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$query, Graph_FloatTensor:$key,
    Graph_FloatTensor:$value, Optional<Graph_FloatTensor>:$mask, F64Attr:$scale,
    DefaultValuedAttr<BoolAttr, "false">:$causal,
    DefaultValuedAttr<F64Attr, "0.0">:$softcap);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$query `,` $key `,` $value (`,` $mask^)? `scale` `=` $scale attr-dict `:` functional-type(operands, $result)";
  let hasVerifier = 1;
}

def Graph_RecurrentOp : Graph_CompositeOp<"recurrent", [AttrSizedOperandSegments]> {
  let summary = "RNN, LSTM or GRU over a sequence";
  let description = [{
    As ONNX: input T x B x I, weights D x G*H x I, recurrence D x G*H x H, bias
    D x 2*G*H, initial states D x B x H, peepholes D x 3*H; gate orders of the
    standard (iofc, zrh). Results: all states T x D x B x H, last hidden and
    last cell state D x B x H (zeros where there is no cell). `activations`
    names those of each direction in turn; `alphas[i]` and `betas[i]` belong to
    activation i, and the standard's defaults hold beyond their end. With
    `lengths` a batch entry stops after its length: later states are zero, and a
    reverse direction starts at its last element.

    Example:
    ```mlir
    %y, %h, %c = graph.recurrent lstm forward %x, %w, %r activations = ["Sigmoid", "Tanh", "Tanh"] hidden = 8 :
      (tensor<4x1x3xf32>, tensor<1x32x3xf32>, tensor<1x32x8xf32>) -> (tensor<4x1x1x8xf32>, tensor<1x1x8xf32>, tensor<1x1x8xf32>)
    ```
  }];
  let arguments = (ins Graph_RecurrentKind:$kind, Graph_Direction:$direction,
    Graph_FloatTensor:$input, Graph_FloatTensor:$weights, Graph_FloatTensor:$recurrence,
    Optional<Graph_FloatTensor>:$bias, Optional<Graph_IntTensor>:$lengths,
    Optional<Graph_FloatTensor>:$initial_hidden, Optional<Graph_FloatTensor>:$initial_cell,
    Optional<Graph_FloatTensor>:$peepholes, StrArrayAttr:$activations,
    OptionalAttr<DenseF64ArrayAttr>:$alphas, OptionalAttr<DenseF64ArrayAttr>:$betas,
    I64Attr:$hidden, OptionalAttr<F64Attr>:$clip,
    DefaultValuedAttr<BoolAttr, "false">:$linear_before_reset,
    DefaultValuedAttr<BoolAttr, "false">:$input_forget);
  let results = (outs Graph_FloatTensor:$states, Graph_FloatTensor:$last_hidden,
                      Graph_FloatTensor:$last_cell);
  let assemblyFormat = [{ $kind $direction $input `,` $weights `,` $recurrence
    (`bias` $bias^)? (`lengths` $lengths^)? (`hidden0` $initial_hidden^)?
    (`cell0` $initial_cell^)? (`peepholes` $peepholes^)?
    `activations` `=` $activations `hidden` `=` $hidden attr-dict
    `:` functional-type(operands, results) }];
  let hasVerifier = 1;
}

def Graph_ResizeOp : Graph_CompositeOp<"resize", []> {
  let summary = "Interpolates along some dimensions to the result's extents";
  let description = [{
    `scales` has one factor per dimension; 0 stands for the ratio of the
    extents. `coordinate` and `nearest` take the names of the ONNX standard
    (`half_pixel`, `asymmetric`, ...; `round_prefer_floor`, ...). `roi` holds
    the starts, then the ends, of all dimensions for `tf_crop_and_resize`.

    Example:
    ```mlir
    %r = graph.resize nearest %x scales = [1.0, 2.0] {coordinate = "asymmetric", nearest = "floor"} : tensor<2x4xf32> to tensor<2x8xf32>
    ```
  }];
  let arguments = (ins Graph_ResizeMode:$mode, Graph_NumberTensor:$input,
    Variadic<Index>:$sizes, DenseF64ArrayAttr:$scales,
    DefaultValuedAttr<StrAttr, "\"half_pixel\"">:$coordinate,
    DefaultValuedAttr<StrAttr, "\"round_prefer_floor\"">:$nearest,
    DefaultValuedAttr<F64Attr, "-0.75">:$cubic_coefficient,
    DefaultValuedAttr<BoolAttr, "false">:$exclude_outside,
    DefaultValuedAttr<BoolAttr, "false">:$antialias,
    DefaultValuedAttr<F64Attr, "0.0">:$extrapolation,
    OptionalAttr<DenseF64ArrayAttr>:$roi);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = "$mode $input `scales` `=` $scales (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
}

#endif // MLC_DIALECTS_GRAPH_NEURAL_NEURALOPS_TD
