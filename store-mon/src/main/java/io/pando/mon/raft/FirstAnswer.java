package io.pando.mon.raft;

import java.util.function.Consumer;

/** Passes on the first of several answers. */
final class FirstAnswer<T> implements Consumer<T> {
  private final Consumer<T> done;
  private boolean over;

  FirstAnswer(Consumer<T> done) {
    this.done = done;
  }

  @Override
  public void accept(T answer) {
    if (!over) {
      over = true;
      done.accept(answer);
    }
  }
}
