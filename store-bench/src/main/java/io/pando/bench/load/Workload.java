package io.pando.bench.load;

import io.pando.client.Pool;
import io.pando.random.Random64;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Operations of a load on objects. Keeps track of the objects that exist. */
public abstract class Workload implements Load.Operation {
  /** Size of each object of an image. */
  public static final int IMAGE_OBJECT_BYTES = 4 << 20;

  final BenchObjects objects;

  private Workload(BenchObjects objects) {
    this.objects = objects;
  }

  /** Creates the objects that must exist beforehand. */
  public abstract void prepare() throws InterruptedException;

  /** Number of objects that may exist. */
  abstract long count();

  /** Removes the objects. */
  public void cleanUp() throws InterruptedException {
    objects.remove(count());
  }

  /** Writes one new object after the other. */
  public static Workload newObjects(BenchObjects objects, int sizeBytes) {
    ByteBuffer data = noise(sizeBytes);
    AtomicLong next = new AtomicLong();
    return new Workload(objects) {
      @Override
      public void prepare() {
        // There are no objects yet.
      }

      @Override
      public CompletableFuture<?> start(int worker, long turn) {
        return objects
            .pool()
            .writeFullAsync(objects.name(next.getAndIncrement()), data.duplicate());
      }

      @Override
      long count() {
        return next.get();
      }
    };
  }

  /** Overwrites the objects of a set, one after the other. */
  public static Workload overwrites(BenchObjects objects, int sizeBytes, long count) {
    ByteBuffer data = noise(sizeBytes);
    return new OfSet(objects, sizeBytes, count) {
      @Override
      public CompletableFuture<?> start(int worker, long turn) {
        return pool().writeFullAsync(any(worker, turn), data.duplicate());
      }
    };
  }

  /** Reads the objects of a set. */
  public static Workload reads(BenchObjects objects, int sizeBytes, long count) {
    return new OfSet(objects, sizeBytes, count) {
      @Override
      public CompletableFuture<?> start(int worker, long turn) {
        return pool().readAsync(any(worker, turn), 0, sizeBytes);
      }
    };
  }

  /**
   * Writes blocks at random places of an image.
   *
   * @param blockBytes size of a block; a divisor of an object's size
   */
  public static Workload image(BenchObjects objects, long imageBytes, int blockBytes) {
    ByteBuffer data = noise(blockBytes);
    long count = Math.max(1, imageBytes / IMAGE_OBJECT_BYTES);
    long blocks = IMAGE_OBJECT_BYTES / blockBytes;
    return new OfSet(objects, IMAGE_OBJECT_BYTES, count) {
      @Override
      public CompletableFuture<?> start(int worker, long turn) {
        Random64 random = new Random64(worker * 0x9e3779b97f4a7c15L + turn);
        long block = Math.floorMod(random.nextLong(), count * blocks);
        return pool()
            .writeAsync(
                objects.name(block / blocks), block % blocks * blockBytes, data.duplicate());
      }
    };
  }

  private abstract static class OfSet extends Workload {
    private final int sizeBytes;
    private final long count;

    OfSet(BenchObjects objects, int sizeBytes, long count) {
      super(objects);
      this.sizeBytes = sizeBytes;
      this.count = count;
    }

    @Override
    public void prepare() throws InterruptedException {
      objects.fill(count, noise(sizeBytes));
    }

    @Override
    long count() {
      return count;
    }

    Pool pool() {
      return objects.pool();
    }

    /** An object that changes with each turn, in an order without a pattern. */
    String any(int worker, long turn) {
      return objects.name(Math.floorMod(worker * 7919L + turn * 31, count));
    }
  }

  private static ByteBuffer noise(int sizeBytes) {
    byte[] bytes = new byte[sizeBytes];
    new Random64(sizeBytes).nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
