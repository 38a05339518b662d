package io.pando.net.frame;

import io.pando.proto.FormatException;
import io.pando.time.OncePerPeriod;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts streams that were reset because their bytes were not valid frames. One of them is logged
 * for each address and minute. Used by all event loops.
 */
public final class BadBytes {
  private static final Logger LOG = LoggerFactory.getLogger(BadBytes.class);
  private static final int MAX_ADDRESSES = 256;

  private final LongAdder count = new LongAdder();
  private final OncePerPeriod<String> lines =
      new OncePerPeriod<>(TimeUnit.MINUTES.toNanos(1), MAX_ADDRESSES);

  /**
   * Counts a reset stream.
   *
   * @param host address of the other end
   * @param who description of the other end, as far as it is known
   */
  public void onBadBytes(String host, String who, FormatException cause) {
    count.increment();
    OptionalLong unsaid;
    synchronized (lines) {
      unsaid = lines.pass(host, System.nanoTime());
    }
    if (unsaid.isPresent()) {
      String more =
          unsaid.getAsLong() == 0
              ? ""
              : "; %d more since the last such line".formatted(unsaid.getAsLong());
      LOG.warn("Bad bytes from {} at {}: {}{}", who, host, cause.getMessage(), more);
    }
  }

  public long count() {
    return count.sum();
  }
}
