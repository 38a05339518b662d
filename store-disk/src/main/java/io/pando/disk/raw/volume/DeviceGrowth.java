package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.device.MediumSpace;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves more of the device when blocks run short, and small parts in advance: while a file is
 * being filled with zeros, other writes to the device have to wait.
 */
final class DeviceGrowth {
  private static final Logger LOG = LoggerFactory.getLogger(DeviceGrowth.class);

  /** Least and most blocks that are reserved from the file system at once when they are needed. */
  private static final Limit LEAST_RESERVED_BLOCKS =
      Limit.ofReserve("raw store: blocks reserved at once at least", 1, (4L << 20) / BLOCK_BYTES);

  private static final long MOST_RESERVED_BLOCKS = (64L << 20) / BLOCK_BYTES;

  /** Such a reservation is limited to this fraction of the device. */
  private static final int PARTS_RESERVED = 16;

  /**
   * Of the blocks missing in advance, a quarter is reserved at once, and {@link #leastAhead} at
   * least.
   */
  private static final int PARTS_AHEAD = 4;

  private static final int LEAST_AHEAD_PARTS = 8;

  /**
   * Blocks beyond the limit that are claimed in advance, or a part of a small medium, so that
   * pending transactions find space even if others fill the medium. The claim is renewed when less
   * than half of it is left.
   */
  private static final long CLAIMED_BLOCKS = (96L << 20) / BLOCK_BYTES;

  private static final int CLAIMED_PARTS = 12;

  private final BlockDevice device;
  private final FreeSpace free;
  private final RunLengths runs = new RunLengths();

  private final UnfilledBlocks unfilled = new UnfilledBlocks();

  /** First block that is not claimed: the medium has space for all blocks below it. */
  private long claimedTo;

  /** Whether the full medium was already logged. */
  private boolean toldFull;

  DeviceGrowth(BlockDevice device, FreeSpace free) {
    this.device = device;
    this.free = free;
  }

  /** Least number of blocks that are reserved in advance at once: 512 KiB in production. */
  private static long leastAhead() {
    return Math.max(1, LEAST_RESERVED_BLOCKS.longValue() / LEAST_AHEAD_PARTS);
  }

  /** Records that a run of blocks of an object was written. */
  void onRun(int count) {
    runs.add(count);
  }

  /** Makes {@code neededBlocks} available for allocation; false if there is no space for them. */
  boolean reserve(long neededBlocks) throws IOException {
    if (neededBlocks > free.available()) {
      return false;
    }
    if (neededBlocks > free.availableBelowLimit()) {
      free.keepAnnounced();
    }
    boolean filled = fillBare(neededBlocks, false);
    long missing = neededBlocks - free.availableBelowLimit();
    if (missing <= 0) {
      return true;
    }
    if (!filled) {
      // Claimed blocks count as free space, so they are used before the headroom is.
      return missing <= claimed() && raiseLimit(free.limit() + missing);
    }
    // Blocks claimed for long runs and left over serve short ones when the load changes.
    long quarter =
        runs.areLong()
            ? LEAST_RESERVED_BLOCKS.longValue()
            : Math.clamp(free.limit() / 4, LEAST_RESERVED_BLOCKS.longValue(), MOST_RESERVED_BLOCKS);
    long ahead = Math.min(quarter, free.capacity() / PARTS_RESERVED);
    long generous = Math.min(free.capacity(), free.limit() + Math.max(missing, ahead));
    return raiseLimit(generous) || raiseLimit(free.limit() + missing);
  }

  /** Does the same for blocks that were promised already: may use the headroom of the medium. */
  boolean reservePromised(long neededBlocks) throws IOException {
    if (reserve(neededBlocks)) {
      return true;
    }
    if (neededBlocks > free.available()) {
      return false;
    }
    boolean _ = fillBare(neededBlocks, true);
    long missing = neededBlocks - free.availableBelowLimit();
    return missing <= 0 || raiseLimit(free.limit() + missing, true);
  }

  /** Reserves space for bare blocks until {@code neededBlocks} can be allocated. */
  private boolean fillBare(long neededBlocks, boolean last) throws IOException {
    long missing = neededBlocks - free.availableBelowLimit();
    while (missing > 0 && free.bare() > 0) {
      FreeSpace.Run run = free.bareRun((int) Math.max(missing, leastAhead()));
      if (run == null || !reserveRange(run.first(), run.first() + run.count(), last)) {
        return false;
      }
      free.onReserved(run);
      missing -= run.count();
    }
    return true;
  }

  /** Number of blocks beyond the limit for which the medium has space. */
  long claimed() {
    return Math.max(0, claimedTo - free.limit());
  }

  private void claimAhead() throws IOException {
    MediumSpace medium = device.space();
    long part = medium.totalBytes() / CLAIMED_PARTS / BLOCK_BYTES;
    long wanted = Math.min(CLAIMED_BLOCKS, part);
    long from = Math.max(claimedTo, free.limit());
    long to = Math.min(free.capacity(), free.limit() + wanted);
    if (!medium.isShared() || claimed() >= wanted / 2 || to <= from) {
      return;
    }
    try {
      if (device.claim(from, to)) {
        claimedTo = to;
      }
    } catch (IOException e) {
      if (!DeviceFullException.isCause(e)) {
        throw e;
      }
      LOG.debug("nothing is claimed ahead: {}", e.getMessage());
    }
  }

  /**
   * Fills a part of the blocks claimed for long runs that are still free, since short ones are
   * written now: the first write of such a block takes several times as long, and writes four times
   * as much, if it has to be durable at once.
   */
  private void fillClaimed() throws IOException {
    FreeSpace.Run run = unfilled.next(free, (int) leastAhead());
    if (run == null) {
      return;
    }
    Probe.reached("raw: space claimed for long runs is filled for short ones");
    try {
      long _ = device.reserveClaimed(run.first(), run.first() + run.count());
    } catch (IOException e) {
      if (!DeviceFullException.isCause(e)) {
        throw e;
      }
      LOG.debug("claimed space is not filled: {}", e.getMessage());
    }
  }

  /**
   * Reserves a part of the blocks that are missing to {@code blocks} available ones; does nothing
   * while the medium is about to get blocks back.
   */
  void growTowards(long blocks) throws IOException {
    if (free.hasAnnounced()) {
      return;
    }
    claimAhead();
    if (!runs.areLong()) {
      fillClaimed();
    }
    long wanted = Math.min(blocks, free.available());
    long missing = wanted - free.availableBelowLimit();
    if (missing > 0 && free.bare() > 0) {
      boolean _ = reserve(free.availableBelowLimit() + Math.max(missing / PARTS_AHEAD, 1));
    } else if (missing > 0 && runs.areLong()) {
      boolean _ = reserve(wanted);
    } else if (missing > 0) {
      long part = Math.max(missing / PARTS_AHEAD, leastAhead());
      boolean _ = raiseLimit(Math.min(free.limit() + part, free.capacity()));
    }
  }

  private boolean raiseLimit(long blocks) throws IOException {
    return raiseLimit(blocks, false);
  }

  private boolean raiseLimit(long blocks, boolean last) throws IOException {
    if (!reserveRange(free.limit(), blocks, last)) {
      return false;
    }
    if (runs.areLong() && !last) {
      unfilled.add(free.limit(), blocks);
    }
    free.raiseLimit(blocks);
    return true;
  }

  private boolean reserveRange(long from, long to, boolean last) throws IOException {
    try {
      if (from >= free.limit() && to <= claimedTo) {
        if (!runs.areLong()) {
          long _ = device.reserveClaimed(from, to);
        }
      } else if (last) {
        long _ = device.reserveLast(from, to);
      } else if (runs.areLong()) {
        boolean _ = device.claim(from, to);
      } else {
        long _ = device.reserve(from, to);
      }
    } catch (IOException e) {
      if (!DeviceFullException.isCause(e)) {
        throw e;
      }
      if (!toldFull) {
        toldFull = true;
        LOG.warn("{}", e.getMessage());
      }
      return false;
    }
    toldFull = false;
    return true;
  }
}
