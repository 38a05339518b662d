package io.pando.disk.account;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.collect.Utf8Order;
import io.pando.report.DeviceWrites;
import io.pando.report.Lookups;
import io.pando.report.StorePerformance;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what one store writes to its devices, and times its stages. Any thread may report here; a
 * call costs some nanoseconds. Stages are timed once the account is bound to a registry. Results
 * may be read at any time and may be slightly out of date. The metadata's own writes are not
 * reported here; they are read from a {@link MetadataMeter}.
 */
public final class Account {
  /** A stage of a transaction's way through a store. */
  public enum Stage {
    /** From submission until the storage thread begins to process it. */
    WAIT("store.wait"),
    /** Applying its steps in memory. */
    APPLY("store.apply"),
    /** Writing and flushing a batch's data. */
    DATA("store.data"),
    /** Writing and flushing a batch of the operation log. */
    LOG("store.log"),
    /** Making a batch's metadata durable, or handing it over. */
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

  /** Kinds of lookups that tell the caller what a store contains. */
  public enum Lookup {
    /** Objects with their versions. */
    LIST,
    /** Entries of a collection's own map. */
    KEYS
  }

  /** Counts for one kind of lookup. */
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
  private volatile StoreMeters meters = StoreMeters.NONE;
  private final SortedMap<String, String> traits = new ConcurrentSkipListMap<>(Utf8Order.INSTANCE);
  private final LookupCounts lists = new LookupCounts();
  private final LookupCounts keys = new LookupCounts();
  private volatile MetadataMeter metadata = () -> MetadataMeter.Reading.NONE;

  /**
   * Shows the account in a registry. Stages are timed from this call on.
   *
   * @param tags tags that tell the store from others in the registry
   */
  public void bind(MeterRegistry registry, Tags tags) {
    meters = StoreMeters.bind(this, registry, tags);
    traits.forEach(meters::trait);
  }

  /** Counts one write of client data to the device, in bytes. */
  public void data(long bytes) {
    data(bytes, 1);
  }

  /** Counts {@code count} writes of client data to the device, {@code bytes} in total. */
  void data(long bytes, int count) {
    data.add(bytes);
    writes.add(count);
  }

  /**
   * Counts one write of the operation log.
   *
   * @param bytes content
   * @param paddingBytes fill of the last block
   */
  public void log(long bytes, long paddingBytes) {
    log.add(bytes);
    padding.add(paddingBytes);
    writes.increment();
  }

  /** Counts zeros that were written durably to space before its first use. */
  public void fill(long bytes) {
    padding.add(bytes);
    writes.increment();
    flushes.increment();
  }

  /** Counts a flush of a device. */
  public void flush() {
    flushes.increment();
  }

  /** Sets a named, human-readable property of the way the store works from now on. */
  public void trait(String name, String value) {
    traits.put(name, value);
    meters.trait(name, value);
  }

  /** Sets the meter for the metadata's own writes. */
  public void meter(MetadataMeter meter) {
    metadata = meter;
  }

  /** Adds a duration to a stage. */
  public void took(Stage stage, long nanos) {
    meters.took(stage, nanos);
  }

  /** The current reading of the metadata's meter. */
  public MetadataMeter.Reading metadata() {
    return metadata.read();
  }

  /**
   * Counts a lookup of the store's contents.
   *
   * @param found number of results
   * @param before reading of the metadata's meter before the lookup
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

  /** Reads for lists and lookups so far. */
  Lookups lookups() {
    return new Lookups(
        lists.found.sum(),
        lists.blocks.sum(),
        lists.bytes.sum(),
        keys.found.sum(),
        keys.blocks.sum(),
        keys.bytes.sum());
  }

  /** All bytes written so far. */
  public DeviceWrites written() {
    MetadataMeter.Reading read = metadata.read();
    return new DeviceWrites(
        data.sum(),
        log.sum(),
        padding.sum() + read.padding(),
        new DeviceWrites.Tables(read.tables(), read.compaction(), read.log()),
        new DeviceWrites.Calls(writes.sum(), flushes.sum()));
  }

  /** All counts and timings so far. */
  public StorePerformance performance() {
    return new StorePerformance(written(), lookups(), meters.durations(), traits);
  }
}
