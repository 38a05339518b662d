package io.pando.disk.device;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A device that passes all calls to another one; subclasses change some of them. */
public class ForwardingDevice implements BlockDevice {
  protected final BlockDevice device;

  /** Takes ownership of the device. */
  protected ForwardingDevice(BlockDevice device) {
    this.device = device;
  }

  @Override
  public long blocks() {
    return device.blocks();
  }

  @Override
  public long reserve(long from, long to) throws IOException {
    return device.reserve(from, to);
  }

  @Override
  public boolean claim(long from, long to) throws IOException {
    return device.claim(from, to);
  }

  @Override
  public MediumSpace space() {
    return device.space();
  }

  @Override
  public long reserveLast(long from, long to) throws IOException {
    return device.reserveLast(from, to);
  }

  @Override
  public long reserveClaimed(long from, long to) throws IOException {
    return device.reserveClaimed(from, to);
  }

  @Override
  public boolean discard(long from, long to) throws IOException {
    return device.discard(from, to);
  }

  @Override
  public void eachUnreserved(long to, RangeVisitor visitor) throws IOException {
    device.eachUnreserved(to, visitor);
  }

  @Override
  public void read(long block, ByteBuffer into) throws IOException {
    device.read(block, into);
  }

  @Override
  public void write(long block, ByteBuffer from) throws IOException {
    device.write(block, from);
  }

  @Override
  public void writeDurably(long block, ByteBuffer from) throws IOException {
    device.writeDurably(block, from);
  }

  @Override
  public BlockWriter writer() throws IOException {
    return device.writer();
  }

  @Override
  public void flush() throws IOException {
    device.flush();
  }

  @Override
  public String accessMode() {
    return device.accessMode();
  }

  @Override
  public String describe() {
    return device.describe();
  }

  @Override
  public void close() throws IOException {
    device.close();
  }
}
