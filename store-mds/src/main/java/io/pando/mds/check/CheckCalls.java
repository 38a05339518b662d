package io.pando.mds.check;

import io.pando.check.Invariant;
import io.pando.id.PoolId;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Calls of objects and listings that are under way, few at a time. */
final class CheckCalls {
  private static final int WINDOW = 32;

  /** Takes a part of a listing. */
  interface Listed {
    void on(List<String> names, boolean more);
  }

  private final Consumer<CheckEffect> out;
  private final SortedMap<Long, Consumer<OpOutcome>> calls = new TreeMap<>();
  private final SortedMap<Long, Listed> listings = new TreeMap<>();
  private final Deque<CheckEffect.Call> queue = new ArrayDeque<>();
  private final Deque<Runnable> whenIdle = new ArrayDeque<>();
  private int underWay;
  private long last;

  CheckCalls(Consumer<CheckEffect> out) {
    this.out = out;
  }

  void call(PoolId pool, String object, List<ObjectOp> operations, Consumer<OpOutcome> then) {
    last++;
    calls.put(last, then);
    queue.addLast(new CheckEffect.Call(last, pool, object, operations));
    send();
  }

  void list(PoolId pool, boolean first, Listed then) {
    last++;
    listings.put(last, then);
    out.accept(new CheckEffect.ListNext(last, pool, first));
  }

  /** Runs something once no call is under way or waits; at once if none is. */
  void whenIdle(Runnable then) {
    whenIdle.addLast(then);
    idle();
  }

  private void send() {
    while (underWay < WINDOW && !queue.isEmpty()) {
      underWay++;
      out.accept(queue.removeFirst());
    }
  }

  private void idle() {
    while (underWay == 0 && queue.isEmpty() && !whenIdle.isEmpty()) {
      whenIdle.removeFirst().run();
    }
  }

  void onAnswer(long token, OpOutcome outcome) {
    underWay--;
    Invariant.present(calls.remove(token), () -> "no call " + token + " is under way")
        .accept(outcome);
    send();
    idle();
  }

  void onListed(long token, List<String> names, boolean more) {
    Invariant.present(listings.remove(token), () -> "no listing " + token + " is under way")
        .on(names, more);
  }
}
