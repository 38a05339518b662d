package io.pando.disk.account;

import io.pando.collect.Utf8Order;
import io.pando.report.DeviceWrites;
import io.pando.report.Lookups;
import io.pando.report.StorePerformance;
import io.pando.report.Timings;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one store writes to its devices, and where its time goes. Whoever writes tells it here, from
 * any thread, for some nanoseconds; it may be read at any time, and is a moment old then. What
 * metadata write by themselves is not told but asked, of a {@link MetadataMeter}.
 */
public final class Account {
  /** A part of the way of a transaction through a store. */
  public enum Stage {
    /** From its submission until the storage thread takes it up. */
    WAIT("store.wait"),
    /** Taking its steps in memory. */
    APPLY("store.apply"),
    /** Writing and flushing a batch's data. */
    DATA("store.data"),
    /** Writing and flushing a batch of the operation log. */
    LOG("store.log"),
    /** Making a batch's metadata durable, or handing them on. */
    METADATA("store.metadata");

    private final String label;

    Stage(String label) {
      this.label = label;
    }

    /** Name in reports. */
    public String label() {
      return label;
    }
  }

  /** What a store is asked in order to know what it has. */
  public enum Lookup {
    /** Objects with their versions. */
    LIST,
    /** Entries of a collection's own map. */
    KEYS
  }

  /** Of one kind. */
  private static final class LookupCounts {
    private final LongAdder found = new LongAdder();
    private final LongAdder blocks = new LongAdder();
    private final LongAdder bytes = new LongAdder();
  }

  private final LongAdder data = new LongAdder();
  private final LongAdder log = new LongAdder();
  private final LongAdder padding = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final LongAdder flushes = new LongAdder();
  private final Map<Stage, SharedTimings> stages = new EnumMap<>(Stage.class);
  private final SortedMap<String, String> traits = new ConcurrentSkipListMap<>(Utf8Order.INSTANCE);
  private final LookupCounts lists = new LookupCounts();
  private final LookupCounts keys = new LookupCounts();
  private volatile MetadataMeter metadata = () -> MetadataMeter.Reading.NONE;

  /** An empty account. */
  public Account() {
    for (Stage stage : Stage.values()) {
      stages.put(stage, new SharedTimings());
    }
  }

  /** So much of clients' data was written to the device, by one write. */
  public void data(long bytes) {
    data(bytes, 1);
  }

  /** So much of clients' data was written to the device, by so many writes. */
  void data(long bytes, int count) {
    data.add(bytes);
    writes.add(count);
  }

  /**
   * So much of the operation log was written, by one call.
   *
   * @param bytes that say something
   * @param paddingBytes that only fill up the last block
   */
  public void log(long bytes, long paddingBytes) {
    log.add(bytes);
    padding.add(paddingBytes);
    writes.increment();
  }

  /** So many zeros were written to space before its first use, durably. */
  public void fill(long bytes) {
    padding.add(bytes);
    writes.increment();
    flushes.increment();
  }

  /** A device was flushed. */
  public void flush() {
    flushes.increment();
  }

  /** How the store works from now on, in words that people are told under a name. */
  public void trait(String name, String value) {
    traits.put(name, value);
  }

  /** From now on metadata tell of themselves here. */
  public void meter(MetadataMeter meter) {
    metadata = meter;
  }

  /** So long it took. */
  public void took(Stage stage, long nanos) {
    SharedTimings timings = stages.get(stage);
    if (timings != null) {
      timings.add(nanos);
    }
  }

  /** What metadata say of themselves now. */
  public MetadataMeter.Reading metadata() {
    return metadata.read();
  }

  /**
   * The store was asked for what it has.
   *
   * @param found so many
   * @param before what the metadata said of themselves before it was
   */
  public void lookedUp(Lookup kind, long found, MetadataMeter.Reading before) {
    LookupCounts counts =
        switch (kind) {
          case LIST -> lists;
          case KEYS -> keys;
        };
    MetadataMeter.Reading now = metadata.read();
    counts.found.add(found);
    counts.blocks.add(now.blocksRead() - before.blocksRead());
    counts.bytes.add(now.bytesRead() - before.bytesRead());
  }

  private Lookups lookups() {
    return new Lookups(
        lists.found.sum(),
        lists.blocks.sum(),
        lists.bytes.sum(),
        keys.found.sum(),
        keys.blocks.sum(),
        keys.bytes.sum());
  }

  /** All bytes until now. */
  public DeviceWrites written() {
    MetadataMeter.Reading read = metadata.read();
    return new DeviceWrites(
        data.sum(),
        log.sum(),
        padding.sum() + read.padding(),
        read.tables(),
        read.compaction(),
        read.log(),
        writes.sum(),
        flushes.sum());
  }

  /** All there is to tell until now. */
  public StorePerformance performance() {
    SortedMap<String, Timings> times = new TreeMap<>(Utf8Order.INSTANCE);
    stages.forEach((stage, timings) -> times.put(stage.label(), timings.sum()));
    return new StorePerformance(written(), lookups(), times, traits);
  }
}
