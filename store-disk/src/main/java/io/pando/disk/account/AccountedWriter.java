package io.pando.disk.account;

import io.pando.disk.device.BlockWriter;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Counts the writes of a writer after they succeeded. */
final class AccountedWriter implements BlockWriter {
  private final BlockWriter writer;
  private final Account account;
  private long bytes;
  private int writes;

  AccountedWriter(BlockWriter writer, Account account) {
    this.writer = writer;
    this.account = account;
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
