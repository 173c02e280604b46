// Runs the model chain through its generated header alone.
#include "m.h"
#include <stdio.h>

int main(void) {
  float x[4] = {1, -2, 3, 4}, b[4] = {0}, y[4];
  static _Alignas(64) char workspace[65536];
  chain_inputs inputs = {x, {1, 4}, b};
  chain_outputs outputs = {y, sizeof y, {0}};
  int64_t dims[chain_n_dims] = {1};
  if (chain_workspace_size(dims) > sizeof workspace)
    return 3;
  int code = chain_run(&inputs, &outputs, workspace, 0);
  printf("%d %g %g %g\n", code, y[0], y[1], y[3]);
  return code;
}
