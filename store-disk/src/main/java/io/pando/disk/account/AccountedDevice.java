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
    return counted(device.reserve(from, to));
  }

  @Override
  public long reserveLast(long from, long to) throws IOException {
    return counted(device.reserveLast(from, to));
  }

  @Override
  public long reserveClaimed(long from, long to) throws IOException {
    return counted(device.reserveClaimed(from, to));
  }

  private long counted(long filled) {
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
    return new Writer(device.writer());
  }

  @Override
  public void flush() throws IOException {
    device.flush();
    account.flush();
  }

  /** Counts the writes of a writer after they succeeded. */
  private final class Writer implements BlockWriter {
    private final BlockWriter writer;
    private long bytes;
    private int writes;

    Writer(BlockWriter writer) {
      this.writer = writer;
    }

    @Override
    public void add(long block, ByteBuffer from) {
      bytes += from.remaining();
      writes++;
      writer.add(block, from);
    }

    @Override
    public void drain() throws IOException {
      try {
        writer.drain();
        account.data(bytes, writes);
      } finally {
        forget();
      }
    }

    @Override
    public void drainDurably() throws IOException {
      try {
        writer.drainDurably();
        account.data(bytes, writes);
        account.flush();
      } finally {
        forget();
      }
    }

    @Override
    public void clear() {
      writer.clear();
      forget();
    }

    private void forget() {
      bytes = 0;
      writes = 0;
    }
  }
}
