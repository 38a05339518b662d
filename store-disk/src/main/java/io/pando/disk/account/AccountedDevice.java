package io.pando.disk.account;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.BlockWriter;
import io.pando.disk.device.MediumSpace;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A device for data whose writes and flushes are counted. */
public final class AccountedDevice implements BlockDevice {
  private final BlockDevice device;
  private final Account account;

  public AccountedDevice(BlockDevice device, Account account) {
    this.device = device;
    this.account = account;
  }

  @Override
  public long blocks() {
    return device.blocks();
  }

  @Override
  public long reserve(long from, long to) throws IOException {
    long filled = device.reserve(from, to);
    if (filled > 0) {
      account.fill(filled);
    }
    return filled;
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
  public void reserveLast(long from, long to) throws IOException {
    device.reserveLast(from, to);
  }

  @Override
  public void reserveClaimed(long from, long to) throws IOException {
    device.reserveClaimed(from, to);
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
    int bytes = from.remaining();
    device.write(block, from);
    account.data(bytes);
  }

  @Override
  public void writeDurably(long block, ByteBuffer from) throws IOException {
    int bytes = from.remaining();
    device.writeDurably(block, from);
    account.data(bytes);
    account.flush();
  }

  @Override
  public BlockWriter writer() throws IOException {
    return new AccountedWriter(device.writer(), account);
  }

  @Override
  public String accessMode() {
    return device.accessMode();
  }

  @Override
  public void flush() throws IOException {
    device.flush();
    account.flush();
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
