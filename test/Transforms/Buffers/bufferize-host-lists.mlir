// RUN: mlc-opt %s --mlc-bufferize-host | FileCheck %s

// A list that nobody else uses is changed in place, an input is copied first.
// CHECK-LABEL: rt.entry @sequence
func.func @sequence(%s: !graph.seq<tensor<?xf32>>, %x: tensor<4xf32>, %i: tensor<i32>)
    -> (!graph.seq<tensor<?xf32>>, tensor<?xf32>, tensor<i64>) attributes {graph.entry} {
  // CHECK: %[[IN:.*]] = rt.list_input 0
  // CHECK: %[[C:.*]] = rt.list_copy %[[IN]]
  // CHECK: rt.list_insert %[[X:.*]](%{{.*}}) into %[[C]] : tensor<?xf32>
  %v = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0 = graph.seq_insert %s, %v : !graph.seq<tensor<?xf32>>, tensor<?xf32> -> !graph.seq<tensor<?xf32>>
  // CHECK: %[[P:.*]] = rt.load %{{.*}} : i32
  // CHECK: %[[Q:.*]] = arith.extsi %[[P]] : i32 to i64
  // CHECK: rt.list_insert %[[X]](%{{.*}}) into %[[C]] at %[[Q]] : tensor<?xf32>
  %1 = graph.seq_insert %0, %v at %i : !graph.seq<tensor<?xf32>>, tensor<?xf32>, tensor<i32> -> !graph.seq<tensor<?xf32>>
  // CHECK: %[[A:.*]], %[[E:.*]] = rt.list_get %[[C]] at %{{.*}} : tensor<?xf32> -> index
  %2 = graph.seq_at %1, %i : !graph.seq<tensor<?xf32>>, tensor<i32> -> tensor<?xf32>
  // CHECK: %[[M:.*]] = arith.constant -1
  // CHECK: %[[D:.*]] = rt.list_copy %[[C]]
  // CHECK: rt.list_erase %[[D]] at %[[M]]
  %3 = graph.seq_erase %1 : !graph.seq<tensor<?xf32>> -> !graph.seq<tensor<?xf32>>
  // CHECK: %[[N:.*]] = rt.list_size
  // CHECK: rt.store %[[N]]
  %4 = graph.seq_length %3 : !graph.seq<tensor<?xf32>> -> tensor<i64>
  // CHECK: rt.list_output %{{.*}} as 0 of f32
  // CHECK: %[[O:.*]] = rt.output 1(%[[E]])
  // CHECK: rt.copy %[[A]] to %[[O]](%[[E]])
  return %3, %2, %4 : !graph.seq<tensor<?xf32>>, tensor<?xf32>, tensor<i64>
}

// CHECK-LABEL: rt.entry @optional
func.func @optional(%x: tensor<4xf32>) -> (!graph.opt<tensor<4xf32>>, tensor<i1>, tensor<4xf32>) attributes {graph.entry} {
  // CHECK: %[[L:.*]] = rt.list_new
  // CHECK: rt.list_insert %{{.*}}() into %[[L]]
  %0 = graph.opt_new(%x) : (tensor<4xf32>) -> !graph.opt<tensor<4xf32>>
  // CHECK: rt.list_size %[[L]]
  // CHECK: arith.cmpi ne
  %1 = graph.opt_has %0 : !graph.opt<tensor<4xf32>> -> tensor<i1>
  // CHECK: rt.list_get %[[L]] at
  %2 = graph.opt_get %0 : !graph.opt<tensor<4xf32>> -> tensor<4xf32>
  // CHECK: rt.list_output %[[L]] as 0 optional of f32
  return %0, %1, %2 : !graph.opt<tensor<4xf32>>, tensor<i1>, tensor<4xf32>
}

// A list in a list is a copy; taken out it lies where it was.
// CHECK-LABEL: rt.entry @list_of_lists
func.func @list_of_lists(%x: tensor<4xf32>)
    -> (!graph.opt<!graph.seq<tensor<4xf32>>>, !graph.opt<!graph.seq<tensor<4xf32>>>) attributes {graph.entry} {
  // CHECK: %[[S:.*]] = rt.list_new
  // CHECK: rt.list_insert %{{.*}}() into %[[S]]
  %0 = graph.seq_new(%x) : (tensor<4xf32>) -> !graph.seq<tensor<4xf32>>
  // CHECK: %[[O:.*]] = rt.list_new
  // CHECK: rt.list_insert_list %[[S]] into %[[O]] of f32
  %1 = graph.opt_new(%0) : (!graph.seq<tensor<4xf32>>) -> !graph.opt<!graph.seq<tensor<4xf32>>>
  // CHECK: %[[I:.*]] = rt.list_get_list %[[O]] at
  %2 = graph.opt_get %1 : !graph.opt<!graph.seq<tensor<4xf32>>> -> !graph.seq<tensor<4xf32>>
  // CHECK: %[[C:.*]] = rt.list_copy %[[I]]
  // CHECK: rt.list_insert %{{.*}}() into %[[C]]
  %3 = graph.seq_insert %2, %x : !graph.seq<tensor<4xf32>>, tensor<4xf32> -> !graph.seq<tensor<4xf32>>
  // CHECK: %[[P:.*]] = rt.list_new
  // CHECK: rt.list_insert_list %[[C]] into %[[P]] of f32
  %4 = graph.opt_new(%3) : (!graph.seq<tensor<4xf32>>) -> !graph.opt<!graph.seq<tensor<4xf32>>>
  // CHECK: rt.list_output %[[O]] as 0 optional of f32
  // CHECK: rt.list_output %[[P]] as 1 optional of f32
  return %1, %4 : !graph.opt<!graph.seq<tensor<4xf32>>>, !graph.opt<!graph.seq<tensor<4xf32>>>
}

// Another type of the same list is the same list.
// CHECK-LABEL: rt.entry @other_type
func.func @other_type(%s: !graph.seq<tensor<4xf32>>) -> !graph.seq<tensor<*xf32>> attributes {graph.entry} {
  // CHECK: %[[S:.*]] = rt.list_input 0
  %0 = graph.opt_new(%s) : (!graph.seq<tensor<4xf32>>) -> !graph.opt<!graph.seq<tensor<*xf32>>>
  %1 = graph.opt_get %0 : !graph.opt<!graph.seq<tensor<*xf32>>> -> !graph.seq<tensor<*xf32>>
  // CHECK-NEXT: rt.list_output %[[S]] as 0 of f32
  return %1 : !graph.seq<tensor<*xf32>>
}
