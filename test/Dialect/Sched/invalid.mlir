// RUN: mlc-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// expected-error @+1 {{tile size -1 of level 'parallel' is negative}}
#l = #sched.level<parallel [-1]>

// -----

// expected-error @+1 {{guard names no code level}}
#v = #sched.variant<isa "">

// -----

// expected-error @+1 {{'by' names no emitter}}
#v = #sched.variant<by "">

// -----

#set = affine_set<(d0) : (d0 >= 0)>
// expected-error @+1 {{guard must range over symbols, not dimensions}}
#v = #sched.variant<when #set>

// -----

// expected-error @+1 {{level 'vector' stands twice in one variant}}
#v = #sched.variant<levels [<vector [4]>, <vector [8]>]>

// -----

// expected-error @+1 {{a schedule needs at least one variant}}
#s = #sched.schedule<[]>

// -----

// expected-error @+1 {{the last variant must have no guard}}
#s = #sched.schedule<[<isa "v3">]>

// -----

// expected-error @+1 {{variant 0 has no guard, so those after it are never taken}}
#s = #sched.schedule<[<>, <isa "v3">, <>]>

// -----

#set = affine_set<()[s0, s1] : (s0 - s1 >= 0)>
// expected-error @+1 {{guard of variant 0 ranges over 2 extents and scalars, but the kernel has 1}}
kernel.func @k(%x: tensor<?xf32>) attributes {
    sched.schedule = #sched.schedule<[<when #set>, <>]>} {
  kernel.return
}

// -----

func.func @main() {
  // expected-error @+1 {{'sched.schedule' belongs on a kernel}}
  "test.op"() {sched.schedule = #sched.schedule<[<>]>} : () -> ()
  return
}

// -----

#set = affine_set<()[s0] : (s0 - 1 == 0)>
// expected-error @+1 {{case k1 is of another type than the kernel}}
kernel.func @k(%x: tensor<?xf32>) -> tensor<?xf32> attributes {
    sched.cases = [#sched.case<when #set kernel @k1>]} {
  kernel.return %x : tensor<?xf32>
}
kernel.func @k1(%x: tensor<?xf64>) -> tensor<?xf64> {
  kernel.return %x : tensor<?xf64>
}

// -----

#set = affine_set<()[s0] : (s0 - 1 == 0)>
// expected-error @+1 {{case k names no other kernel}}
kernel.func @k(%x: tensor<?xf32>) attributes {
    sched.cases = [#sched.case<when #set kernel @k>]} {
  kernel.return
}

// -----

#set = affine_set<()[s0, s1] : (s0 - s1 >= 0)>
// expected-error @+1 {{what is given ranges over 2 extents and scalars, but the kernel has 1}}
kernel.func @k(%x: tensor<?xf32>) attributes {sched.given = #set} {
  kernel.return
}

// -----

// expected-error @+1 {{'sched.cases' must be a list of #sched.case}}
kernel.func @k(%x: tensor<?xf32>) attributes {sched.cases = [1]} {
  kernel.return
}

// -----

// expected-error @+1 {{unknown attribute 'sched.other' of the sched dialect}}
kernel.func @k(%x: tensor<?xf32>) attributes {sched.other = 1} {
  kernel.return
}
