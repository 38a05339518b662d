package io.pando.disk.metadata;

import io.pando.disk.account.Account;
import io.pando.disk.account.FlushedFile;
import io.pando.disk.account.MetadataMeter;
import java.util.EnumSet;
import org.rocksdb.HistogramType;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * RocksDB's own counters, readable even after RocksDB is closed. Its histograms are off, since they
 * would slow down every call.
 */
final class RocksMeter implements MetadataMeter, AutoCloseable {
  private final Statistics statistics = new Statistics(EnumSet.allOf(HistogramType.class));
  private final Account account;
  private final FlushedFile log = new FlushedFile();
  private long loggedBytes;
  private long paddingBytes;
  private boolean closed;
  private Reading last = Reading.NONE;

  RocksMeter(Account account) {
    this.account = account;
    account.meter(this);
  }

  Statistics statistics() {
    return statistics;
  }

  /** Counts a completed write that flushed RocksDB's log. */
  synchronized void onLogFlushed() {
    long logged = statistics.getTickerCount(TickerType.WAL_FILE_BYTES);
    paddingBytes += log.add(logged - loggedBytes);
    loggedBytes = logged;
    account.flush();
  }

  @Override
  public synchronized Reading read() {
    if (!closed) {
      last =
          new Reading(
              statistics.getTickerCount(TickerType.FLUSH_WRITE_BYTES),
              statistics.getTickerCount(TickerType.COMPACT_WRITE_BYTES),
              statistics.getTickerCount(TickerType.WAL_FILE_BYTES),
              paddingBytes,
              statistics.getTickerCount(TickerType.BLOCK_CACHE_ADD),
              statistics.getTickerCount(TickerType.BLOCK_CACHE_BYTES_WRITE));
    }
    return last;
  }

  @Override
  public synchronized void close() {
    read();
    closed = true;
    statistics.close();
  }
}
