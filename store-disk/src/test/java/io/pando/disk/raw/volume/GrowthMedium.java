package io.pando.disk.raw.volume;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.device.MediumSpace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A medium that records the calls. */
final class GrowthMedium implements BlockDevice {
  final List<String> asked = new ArrayList<>();
  MediumSpace space = MediumSpace.OWN;
  long room = Long.MAX_VALUE;
  long lastRoom = Long.MAX_VALUE;
  long claimedRoom = Long.MAX_VALUE;
  boolean claims = true;
  boolean broken;

  private void ask(String how, long from, long to, long most) throws IOException {
    asked.add(how + " " + from + " " + to);
    if (broken) {
      throw new IOException("Input/output error");
    }
    if (to > most) {
      throw new DeviceFullException("full at block " + most);
    }
  }

  /** The calls since the last time. */
  List<String> asked() {
    List<String> all = List.copyOf(asked);
    asked.clear();
    return all;
  }

  @Override
  public long reserve(long from, long to) throws IOException {
    ask("reserve", from, to, room);
    return 0;
  }

  @Override
  public long reserveLast(long from, long to) throws IOException {
    ask("last", from, to, lastRoom);
    return 0;
  }

  @Override
  public long reserveClaimed(long from, long to) throws IOException {
    ask("claimed", from, to, claimedRoom);
    return 0;
  }

  @Override
  public boolean claim(long from, long to) throws IOException {
    ask("claim", from, to, room);
    return claims;
  }

  @Override
  public MediumSpace space() {
    return space;
  }

  @Override
  public long blocks() {
    throw new AssertionError("growth counts on the allocator's capacity");
  }

  @Override
  public void read(long block, ByteBuffer into) {
    throw new AssertionError("nothing is read");
  }

  @Override
  public void write(long block, ByteBuffer from) {
    throw new AssertionError("nothing is written");
  }

  @Override
  public void flush() {
    throw new AssertionError("nothing is flushed");
  }

  @Override
  public String describe() {
    return "medium";
  }

  @Override
  public void close() {}
}
