package io.pando.net;

import io.pando.port.EventLoop;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Looks from time to time at streams in the middle of a frame, as long as there are any. Time is
 * counted in its steps, so that a loop that was held up does not blame others for it.
 */
final class FrameWatch {
  /** A stream in the middle of a frame. */
  interface Watched {
    /** Looks at the frame after another step; whether it is to be looked at again. */
    boolean look(int stepMillis);
  }

  /** Looks at a frame until it may be given up. */
  private static final int STEPS = 8;

  private final EventLoop loop;
  private final int stepMillis;
  private final Set<Watched> watched = new LinkedHashSet<>();
  private boolean scheduled;

  FrameWatch(EventLoop loop, Patience patience) {
    this.loop = loop;
    this.stepMillis = patience.frameMillis() / STEPS;
  }

  void add(Watched stream) {
    watched.add(stream);
    schedule();
  }

  private void schedule() {
    if (!scheduled && !watched.isEmpty()) {
      scheduled = true;
      loop.schedule(stepMillis * 1_000_000L, this::look);
    }
  }

  private void look() {
    scheduled = false;
    watched.removeIf(stream -> !stream.look(stepMillis));
    schedule();
  }
}
