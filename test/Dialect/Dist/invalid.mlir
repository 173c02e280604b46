// RUN: mlc-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// expected-error @+1 {{axis "x" stands twice in the mesh}}
#m = #dist.mesh<["x" = 2, "x" = 4]>

// -----

// expected-error @+1 {{axis "x" has size 0, which must be at least 1}}
#m = #dist.mesh<["x" = 0]>

// -----

// expected-error @+1 {{the mesh has more devices than 64 bits can count}}
#m = #dist.mesh<["x" = 9223372036854775807, "y" = 2]>

// -----

// expected-error @+1 {{sub-axis of "x" needs a pre-size of at least 1 and a size of at least 2, but has (0)4}}
#a = #dist.axis<"x":(0)4>

// -----

// expected-error @+1 {{axis "x" is used twice by one sharding}}
#s = #dist.sharding<"m", [{"x":(1)4}, {"x":(2)2}]>

// -----

// expected-error @+1 {{expected a priority such as p0 after the axes}}
#s = #dist.sharding<"m", [{"x"}q1]>

// -----

// expected-error @+1 {{a closed dimension without axes takes no priority}}
#s = #dist.sharding<"m", [{}p1]>

// -----

// expected-error @+1 {{no mesh "m" in 'dist.meshes' of an enclosing module}}
func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<"m", [{}]>}) { return }

// -----

module attributes {dist.meshes = {m = #dist.mesh<["x" = 6]>}} {
  // expected-error @+1 {{sharding has 2 dimensions, but the value is 'tensor<4xf32>'}}
  func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<"m", [{}, {}]>}) { return }
}

// -----

module attributes {dist.meshes = {m = #dist.mesh<["x" = 6]>}} {
  // expected-error @+1 {{mesh "m" has no axis "y"}}
  func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<"m", [{"y"}]>}) { return }
}

// -----

module attributes {dist.meshes = {m = #dist.mesh<["x" = 6]>}} {
  // expected-error @+1 {{sub-axis (1)4 does not divide axis "x" of size 6}}
  func.func @main(%x: tensor<4xf32> {dist.sharding = #dist.sharding<"m", [{"x":(1)4}]>}) { return }
}

// -----

module attributes {dist.meshes = {m = #dist.mesh<["x" = 6]>}} {
  func.func @main() {
    // expected-error @+1 {{'dist.shardings' must have one entry for each of the 1 results}}
    %0 = "test.op"() {dist.shardings = []} : () -> tensor<4xf32>
    return
  }
}
