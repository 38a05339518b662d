package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.device.MediumSpace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device that records the calls to another one. */
public final class RecordingDevice implements BlockDevice {
  private final BlockDevice device;
  private final List<String> asked = new ArrayList<>();
  private MediumSpace space = MediumSpace.OWN;
  private boolean discards = true;
  private long unreservedFrom = Long.MAX_VALUE;
  private long keptFrom = Long.MAX_VALUE;
  private @Nullable IOException flushFailure;

  /** Passes the calls on to this device. */
  public RecordingDevice(BlockDevice device) {
    this.device = device;
  }

  /** The calls since the last time, with the first block and the number of blocks. */
  public List<String> asked() {
    List<String> all = List.copyOf(asked);
    asked.clear();
    return all;
  }

  /** Sets the space below the device. */
  public void space(MediumSpace now) {
    space = now;
  }

  /** Sets whether blocks can be given back to the medium. */
  public void discards(boolean can) {
    discards = can;
  }

  /** The medium has no space reserved for blocks from this one on. */
  public void unreserved(long from) {
    unreservedFrom = from;
  }

  /** Only promised data get blocks from this one on. */
  public void keepFree(long from) {
    keptFrom = from;
  }

  /** Makes the next flush fail with this exception. */
  public void failFlush(IOException why) {
    flushFailure = why;
  }

  private void note(String what, long block, ByteBuffer bytes) {
    asked.add(what + " " + block + " " + bytes.remaining() / BLOCK_BYTES);
  }

  @Override
  public long blocks() {
    return device.blocks();
  }

  @Override
  public long reserve(long from, long to) throws IOException {
    asked.add("reserve " + from + " " + (to - from));
    if (to > keptFrom) {
      throw new DeviceFullException("kept free from block " + keptFrom);
    }
    return device.reserve(from, to);
  }

  @Override
  public long reserveLast(long from, long to) throws IOException {
    asked.add("last " + from + " " + (to - from));
    return device.reserveLast(from, to);
  }

  @Override
  public MediumSpace space() {
    return space;
  }

  @Override
  public boolean discard(long from, long to) {
    asked.add("discard " + from + " " + (to - from));
    return discards;
  }

  @Override
  public void eachUnreserved(long to, RangeVisitor visitor) {
    visitor.onRange(unreservedFrom, to);
  }

  @Override
  public void read(long block, ByteBuffer into) throws IOException {
    note("read", block, into);
    device.read(block, into);
  }

  @Override
  public void write(long block, ByteBuffer from) throws IOException {
    note("write", block, from);
    device.write(block, from);
  }

  @Override
  public void flush() throws IOException {
    asked.add("flush");
    IOException failure = flushFailure;
    flushFailure = null;
    if (failure != null) {
      throw failure;
    }
    device.flush();
  }

  @Override
  public String describe() {
    return device.describe();
  }

  @Override
  public void close() throws IOException {
    asked.add("close");
    device.close();
  }
}
