package io.pando.net.frame;

import io.pando.port.EventLoop;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Checks streams that are receiving a frame periodically, as long as there are any. Time is counted
 * in steps of this watch, so that a loop that was delayed does not blame the peers.
 */
public final class FrameWatch {
  /** A stream that is receiving a frame. */
  public interface Watched {
    /** Checks the frame after another step; returns whether it must be checked again. */
    boolean look(int stepMillis);
  }

  /** Checks within {@link PeerTimeouts#frameMillis}. */
  private static final int STEPS = 8;

  private final EventLoop loop;
  private final int stepMillis;
  private final Set<Watched> watched = new LinkedHashSet<>();
  private boolean scheduled;

  public FrameWatch(EventLoop loop, PeerTimeouts patience) {
    this.loop = loop;
    this.stepMillis = patience.frameMillis() / STEPS;
  }

  public void add(Watched stream) {
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
