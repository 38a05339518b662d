package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.DeviceFullException;
import io.pando.disk.log.BlockSegment;
import io.pando.disk.log.LogMedium;
import io.pando.disk.log.LogSegment;
import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Log segments on a medium of the same kind as the data, with the same power. */
final class FaultyLogMedium implements LogMedium {
  private final TreeMap<Long, FaultyMedium> segments = new TreeMap<>();
  private final FaultyMedium power;
  private final long segmentBytes;
  private volatile int most = Integer.MAX_VALUE;

  FaultyLogMedium(FaultyMedium power, long segmentBytes) {
    this.power = power;
    this.segmentBytes = segmentBytes;
  }

  @Override
  public SortedSet<Long> segments() {
    return new TreeSet<>(segments.keySet());
  }

  /** Limits the number of segments. */
  void limitTo(int count) {
    most = count;
  }

  @Override
  public int reserve(int count) {
    return Math.clamp((long) most - segments.size(), 0, count);
  }

  @Override
  public LogSegment create(long number) throws IOException {
    if (!segments.containsKey(number) && segments.size() >= most) {
      throw new DeviceFullException("no space for segment " + number);
    }
    return segment(segments.computeIfAbsent(number, _ -> power.beside()));
  }

  @Override
  public LogSegment open(long number) throws IOException {
    FaultyMedium segment = segments.get(number);
    if (segment == null) {
      throw new IOException("no segment " + number);
    }
    return segment(segment);
  }

  private LogSegment segment(FaultyMedium medium) {
    return new BlockSegment(medium.device(segmentBytes / BLOCK_BYTES));
  }

  @Override
  public void retire(long number) {
    segments.remove(number);
  }

  @Override
  public String describe() {
    return "a faulty log";
  }

  @Override
  public void close() {}
}
