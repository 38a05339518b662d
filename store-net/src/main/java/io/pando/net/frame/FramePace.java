package io.pando.net.frame;

import java.util.Optional;

/**
 * Pace of the frame that a stream is receiving. Bytes are due at a given pace; while other streams
 * wait for the memory that the frame holds, some bytes must arrive within {@value #STILL_STEPS}
 * steps. Only steps in which the stream is read count.
 */
public final class FramePace {
  /** Steps without a byte after which the stream is reset if others wait for memory. */
  private static final int STILL_STEPS = 2;

  private final FrameReader<?> reader;
  private final PeerTimeouts patience;
  private long number = -1;
  private long bytes;
  private long readMillis;
  private int stillSteps;

  public FramePace(FrameReader<?> reader, PeerTimeouts patience) {
    this.reader = reader;
    this.patience = patience;
  }

  /**
   * Checks the frame after another step.
   *
   * @param crowded whether other streams wait for memory that the frame holds
   * @return reason to reset the stream, if there is one
   */
  public Optional<String> complaint(boolean reading, boolean crowded, int stepMillis) {
    long before = bytes;
    bytes = reader.arrivedBytes();
    if (reader.number() != number) {
      number = reader.number();
      readMillis = 0;
      stillSteps = 0;
      return Optional.empty();
    }
    if (!reading) {
      stillSteps = 0;
      return Optional.empty();
    }
    readMillis += stepMillis;
    stillSteps = bytes == before ? stillSteps + 1 : 0;
    if (bytes < patience.dueBytes(readMillis)) {
      return Optional.of(
          "a frame is late: %d bytes of it arrived in %d ms".formatted(bytes, readMillis));
    }
    if (crowded && stillSteps >= STILL_STEPS) {
      return Optional.of(
          "a frame is stuck at %d bytes, and others wait for memory".formatted(bytes));
    }
    return Optional.empty();
  }
}
