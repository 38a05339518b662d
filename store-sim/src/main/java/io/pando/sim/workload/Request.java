package io.pando.sim.workload;

import io.pando.op.ObjectOp;
import java.util.List;

/** A vector of operations for one object. */
record Request(String object, List<ObjectOp> ops) {
  Request {
    ops = List.copyOf(ops);
  }

  boolean mutates() {
    return ops.stream().anyMatch(ObjectOp.Mutation.class::isInstance);
  }

  static Request of(String object, ObjectOp... ops) {
    return new Request(object, List.of(ops));
  }
}
