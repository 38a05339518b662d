package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.device.MediumSpace;
import io.pando.probe.Limit;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves more of the device when blocks run short, and ahead of that in small parts: to fill a
 * file with zeros takes the device from everybody else for as long.
 */
final class Growth {
  private static final Logger LOG = LoggerFactory.getLogger(Growth.class);

  /** Least and most that is reserved from the file system at once where it is needed. */
  private static final Limit LEAST_RESERVED_BLOCKS =
      Limit.ofReserve("raw store: blocks reserved at once at least", 1, (4L << 20) / BLOCK_BYTES);

  private static final long MOST_RESERVED_BLOCKS = (64L << 20) / BLOCK_BYTES;

  /** A part of what is reserved already, but no more than so much of the whole device. */
  private static final int PARTS_RESERVED = 16;

  /** Of what is missing ahead a quarter is reserved at once, and {@link #leastAhead} at least. */
  private static final int PARTS_AHEAD = 4;

  private static final int LEAST_AHEAD_PARTS = 8;

  /**
   * What is under way finds room although others take all that the medium has: so much beyond the
   * limit is claimed ahead, or a part of a small medium, and claimed again when less than half of
   * it is left.
   */
  private static final long CLAIMED_BLOCKS = (96L << 20) / BLOCK_BYTES;

  private static final int CLAIMED_PARTS = 12;

  private final BlockDevice device;
  private final FreeSpace free;
  private final RunLengths runs = new RunLengths();

  /** The medium has room for blocks below this one. */
  private long claimedTo;

  /** Whether the log says already that the medium is full. */
  private boolean toldFull;

  Growth(BlockDevice device, FreeSpace free) {
    this.device = device;
    this.free = free;
  }

  /** Least blocks that are reserved ahead at once: 512 KiB in production. */
  private static long leastAhead() {
    return Math.max(1, LEAST_RESERVED_BLOCKS.longValue() / LEAST_AHEAD_PARTS);
  }

  /** A run of blocks of an object was written. */
  void onRun(int count) {
    runs.add(count);
  }

  /** Makes {@code neededBlocks} available for allocation; false if there is no room for them. */
  boolean makeRoom(long neededBlocks) throws IOException {
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
      // What is claimed counts as room that is left, so it is used before the headroom is.
      return missing <= claimed() && raiseLimit(free.limit() + missing);
    }
    // What is claimed for long runs and not used up is what short ones find when the load changes.
    long quarter =
        runs.areLong()
            ? LEAST_RESERVED_BLOCKS.longValue()
            : Math.clamp(free.limit() / 4, LEAST_RESERVED_BLOCKS.longValue(), MOST_RESERVED_BLOCKS);
    long ahead = Math.min(quarter, free.capacity() / PARTS_RESERVED);
    long generous = Math.min(free.capacity(), free.limit() + Math.max(missing, ahead));
    return raiseLimit(generous) || raiseLimit(free.limit() + missing);
  }

  /** Does the same for blocks that were promised already: it takes what is otherwise kept free. */
  boolean makeLastRoom(long neededBlocks) throws IOException {
    if (makeRoom(neededBlocks)) {
      return true;
    }
    if (neededBlocks > free.available()) {
      return false;
    }
    boolean _ = fillBare(neededBlocks, true);
    long missing = neededBlocks - free.availableBelowLimit();
    return missing <= 0 || raiseLimit(free.limit() + missing, true);
  }

  /** Reserves room for bare blocks until {@code neededBlocks} can be allocated. */
  private boolean fillBare(long neededBlocks, boolean last) throws IOException {
    long missing = neededBlocks - free.availableBelowLimit();
    while (missing > 0 && free.bare() > 0) {
      FreeSpace.Run run = free.bareRun((int) Math.max(missing, leastAhead()));
      if (run == null || !reserve(run.first(), run.first() + run.count(), last)) {
        return false;
      }
      free.onReserved(run);
      missing -= run.count();
    }
    return true;
  }

  /** Blocks beyond the limit for which the medium has room. */
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
   * Reserves a part of what is missing to {@code blocks} that can be allocated; nothing while the
   * medium is about to get blocks back.
   */
  void growTowards(long blocks) throws IOException {
    if (free.hasAnnounced()) {
      return;
    }
    claimAhead();
    long wanted = Math.min(blocks, free.available());
    long missing = wanted - free.availableBelowLimit();
    if (missing > 0 && free.bare() > 0) {
      boolean _ = makeRoom(free.availableBelowLimit() + Math.max(missing / PARTS_AHEAD, 1));
    } else if (missing > 0 && runs.areLong()) {
      boolean _ = makeRoom(wanted);
    } else if (missing > 0) {
      long part = Math.max(missing / PARTS_AHEAD, leastAhead());
      boolean _ = raiseLimit(Math.min(free.limit() + part, free.capacity()));
    }
  }

  private boolean raiseLimit(long blocks) throws IOException {
    return raiseLimit(blocks, false);
  }

  private boolean raiseLimit(long blocks, boolean last) throws IOException {
    if (!reserve(free.limit(), blocks, last)) {
      return false;
    }
    free.raiseLimit(blocks);
    return true;
  }

  private boolean reserve(long from, long to, boolean last) throws IOException {
    try {
      if (from >= free.limit() && to <= claimedTo) {
        if (!runs.areLong()) {
          device.reserveClaimed(from, to);
        }
      } else if (last) {
        device.reserveLast(from, to);
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
