package io.pando.bench.waf;

import io.pando.bench.load.Amplification;
import io.pando.bench.load.BenchObjects;
import io.pando.bench.load.Disks;
import io.pando.bench.load.UsageSample;
import io.pando.cli.command.BoundedWait;
import io.pando.client.Pool;
import io.pando.cluster.OsdInfo;
import io.pando.random.Random64;
import io.pando.report.DeviceWrites;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Isolated writes of one size: the first write to an object, one adjacent to it, one that leaves a
 * hole, and the first one again. Each is made to several objects one after the other, and the mean
 * is reported.
 */
final class SingleWrites {
  private static final int SMALLEST_BYTES = 4 << 10;
  private static final int LARGEST_BYTES = 4 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final UsageSample.Place place;
  private final BenchObjects objects;
  private final int count;
  private final long restNanos;

  /** A write and its offset, in multiples of its size. */
  enum Case {
    FIRST("1st write", 0),
    SECOND("2nd write", 1),
    THIRD("3rd write", 3),
    OVERWRITE("overwrite", 0);

    private final String label;
    private final int place;

    Case(String label, int place) {
      this.label = label;
      this.place = place;
    }

    String label() {
      return label;
    }
  }

  /** Results of writes of one size. */
  record Result(int sizeBytes, Map<Case, Amplification> cases) {}

  /**
   * Writes to {@code count} objects.
   *
   * @param rest time without writes that must have passed before the bytes caused by a write are
   *     counted
   */
  SingleWrites(UsageSample.Place place, Pool pool, int count, Duration rest) {
    this.place = place;
    this.objects = BenchObjects.in(pool, 1);
    this.count = count;
    this.restNanos = rest.toNanos();
  }

  List<Result> run() throws IOException, InterruptedException {
    List<Result> results = new ArrayList<>();
    long from = 0;
    for (int size = SMALLEST_BYTES; size <= LARGEST_BYTES; size *= 2) {
      results.add(run(size, from));
      from += count;
    }
    return results;
  }

  private Result run(int sizeBytes, long from) throws IOException, InterruptedException {
    byte[] bytes = new byte[sizeBytes];
    new Random64(sizeBytes).nextBytes(bytes);
    Map<Case, Amplification> cases = new EnumMap<>(Case.class);
    UsageSample before = settled();
    for (Case which : Case.values()) {
      for (long number = from; number < from + count; number++) {
        long offset = (long) which.place * sizeBytes;
        objects.pool().write(objects.name(number), offset, ByteBuffer.wrap(bytes));
      }
      UsageSample after = settled();
      cases.put(which, new Amplification((long) count * sizeBytes, after.since(before)));
      before = after;
    }
    for (long number = from; number < from + count; number++) {
      objects.pool().remove(objects.name(number));
    }
    return new Result(sizeBytes, cases);
  }

  /** Waits until the OSDs have written nothing for the rest time, and takes a sample. */
  private UsageSample settled() throws IOException, InterruptedException {
    Calm calm = new Calm();
    // OSDs that never come to rest are sampled all the same.
    BoundedWait.until(PATIENCE, calm::isReached);
    if (!place.disks().isEmpty()) {
      Disks.settle();
    }
    return UsageSample.from(place);
  }

  private DeviceWrites written() {
    return place.cluster().admin().map().osds().values().stream()
        .filter(OsdInfo::up)
        .map(osd -> place.cluster().admin().performance(osd.id()).store().written())
        .reduce(DeviceWrites.NONE, DeviceWrites::plus);
  }

  private final class Calm {
    private DeviceWrites seen = DeviceWrites.NONE;
    private long sinceNanos = System.nanoTime();

    boolean isReached() {
      DeviceWrites now = written();
      if (!now.equals(seen)) {
        seen = now;
        sinceNanos = System.nanoTime();
      }
      return System.nanoTime() - sinceNanos > restNanos;
    }
  }
}
