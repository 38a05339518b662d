package io.pando.mds.outbox;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Tasks that end in any order, and what waits for all that were begun before. */
public final class OpenTasks {
  private record Waiting(long last, Runnable then) {}

  private final SortedSet<Long> open = new TreeSet<>();

  /** In the order in which they began to wait. */
  private final List<Waiting> waiting = new ArrayList<>();

  private long last;

  /** A task begins: its number. */
  public long begin() {
    last++;
    open.add(last);
    return last;
  }

  /** A task ends; what waited for it runs. */
  public void end(long task) {
    open.remove(task);
    Iterator<Waiting> inOrder = List.copyOf(waiting).iterator();
    while (inOrder.hasNext()) {
      Waiting next = inOrder.next();
      if (!isEnded(next.last())) {
        return;
      }
      waiting.remove(next);
      next.then().run();
    }
  }

  /** Runs something once all tasks have ended that were begun before; at once if there are none. */
  public void whenEnded(Runnable then) {
    if (isEnded(last)) {
      then.run();
    } else {
      waiting.add(new Waiting(last, then));
    }
  }

  private boolean isEnded(long upTo) {
    return open.isEmpty() || open.first() > upTo;
  }
}
