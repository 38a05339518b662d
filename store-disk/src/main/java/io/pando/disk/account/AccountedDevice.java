package io.pando.disk.account;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.BlockWriter;
import io.pando.disk.device.ForwardingDevice;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A device for data whose writes and flushes are counted. */
public final class AccountedDevice extends ForwardingDevice {
  private final Account account;

  public AccountedDevice(BlockDevice device, Account account) {
    super(device);
    this.account = account;
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
  public void flush() throws IOException {
    device.flush();
    account.flush();
  }
}
