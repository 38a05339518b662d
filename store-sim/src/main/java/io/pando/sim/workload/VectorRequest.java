package io.pando.sim.workload;

import io.pando.op.ObjectOp;
import java.util.List;

/** A vector of operations for one object. */
record VectorRequest(String object, List<ObjectOp> ops) {
  VectorRequest {
    ops = List.copyOf(ops);
  }

  boolean mutates() {
    return ops.stream().anyMatch(ObjectOp.Mutation.class::isInstance);
  }

  static VectorRequest of(String object, ObjectOp... ops) {
    return new VectorRequest(object, List.of(ops));
  }
}
