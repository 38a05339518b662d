package io.pando.disk;

import io.pando.disk.serve.SteppedStore;
import org.jspecify.annotations.Nullable;

/** Has an event loop take the steps of a store, until the disk below it is gone. */
public final class Stepper {
  private final TestLoop loop;
  private @Nullable SteppedStore store;
  private boolean stopped;

  public Stepper(TestLoop loop) {
    this.loop = loop;
  }

  /** From now on this store's. */
  public SteppedStore drive(SteppedStore driven) {
    store = driven;
    return driven;
  }

  /** For the store: there is something to do. */
  public void onWork() {
    loop.execute(this::step);
  }

  /** No more steps. */
  public void stop() {
    stopped = true;
  }

  private void step() {
    SteppedStore driven = store;
    if (driven == null || stopped) {
      return;
    }
    driven.step();
    if (!driven.isIdle()) {
      onWork();
    }
  }
}
