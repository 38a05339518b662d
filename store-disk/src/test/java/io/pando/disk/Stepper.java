package io.pando.disk;

import io.pando.disk.serve.SteppedStore;
import org.jspecify.annotations.Nullable;

/** Makes an event loop take the steps of a store, until the disk below it is gone. */
public final class Stepper {
  private final TestLoop loop;
  private @Nullable SteppedStore store;
  private boolean stopped;

  public Stepper(TestLoop loop) {
    this.loop = loop;
  }

  /** Takes the steps of this store from now on. */
  public SteppedStore drive(SteppedStore driven) {
    store = driven;
    return driven;
  }

  /** The store's callback for work. */
  public void onWork() {
    loop.execute(this::step);
  }

  /** Ends the stepping. */
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
