package io.pando.mds.store;

import io.pando.check.Invariant;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Calls of objects that are under way, with what happens at their answers. */
final class Calls {
  private final SortedMap<Long, Consumer<OpOutcome>> pending = new TreeMap<>();
  private final Consumer<StoreEffect> out;
  private long last;

  Calls(Consumer<StoreEffect> out) {
    this.out = out;
  }

  void call(String object, List<ObjectOp> operations, Consumer<OpOutcome> then) {
    last++;
    pending.put(last, then);
    out.accept(new StoreEffect.Call(last, object, operations));
  }

  void onAnswer(long token, OpOutcome outcome) {
    Invariant.present(pending.remove(token), () -> "no call " + token + " is under way")
        .accept(outcome);
  }

  int underWay() {
    return pending.size();
  }
}
