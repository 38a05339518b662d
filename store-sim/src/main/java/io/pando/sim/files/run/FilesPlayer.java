package io.pando.sim.files.run;

import io.pando.sim.files.check.PlayedCall;
import org.jspecify.annotations.Nullable;

/** A program on a client. */
interface FilesPlayer {
  /** Begins. */
  void start();

  /** Ends after the call that is under way, and after its file is closed. */
  void stop();

  /** Whether it waits for no answer, or for one of a client that was killed. */
  boolean isIdle();

  /** The call that is under way; null if there is none. */
  @Nullable PlayedCall current();
}
