// RUN: mlc-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// expected-error @+1 {{tile size -1 of level 'parallel' is negative}}
#l = #sched.level<parallel [-1]>

// -----

// expected-error @+1 {{guard names the unknown code level 'v9'; known are v2, v3, v4, v4_vnni, v4_amx}}
#v = #sched.variant<isa "v9">

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
// expected-error @+1 {{guard of variant 0 ranges over 2 extents, but the kernel has 1}}
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
