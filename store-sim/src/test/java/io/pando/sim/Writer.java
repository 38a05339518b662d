package io.pando.sim;

import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.port.EventLoop;
import io.pando.random.Random64;
import io.pando.sim.world.SimWorld;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that works on objects no other client touches, one operation after the other, and so
 * knows what every read must give: exactly what it wrote last.
 */
final class Writer {
  private static final int OBJECTS = 12;
  private static final int LARGEST_BYTES = 20_000;
  private static final long LONGEST_PAUSE_NANOS = 8_000_000;

  private final SimWorld world;
  private final EventLoop client;
  private final Pool pool;
  private final String name;
  private final Random64 random;
  private final SortedMap<String, byte[]> expected = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();
  private long operations;

  Writer(SimWorld world, Pool pool, String name) {
    this.world = world;
    this.client = world.start(name).loop();
    this.pool = pool;
    this.name = name;
    this.random = world.splitRandom();
  }

  /** Continues until it is told to stop; done when the last operation is. */
  CompletableFuture<Void> run(BooleanSupplier goOn) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    next(goOn, done);
    return done;
  }

  long operations() {
    return operations;
  }

  List<String> violations() {
    return violations;
  }

  /** Names and contents of all that must be there. */
  SortedMap<String, byte[]> expected() {
    return expected;
  }

  private void next(BooleanSupplier goOn, CompletableFuture<Void> done) {
    if (!goOn.getAsBoolean() || !violations.isEmpty()) {
      done.complete(null);
      return;
    }
    operations++;
    String object = name + "-" + random.nextInt(OBJECTS);
    var _ =
        act(object)
            .whenComplete((_, failure) -> {
              if (failure != null) {
                violations.add(object + " at " + world.nowNanos() + " ns: " + failure);
              }
              client.schedule(random.between(0, LONGEST_PAUSE_NANOS), () -> next(goOn, done));
            });
  }

  private CompletableFuture<?> act(String object) {
    byte[] before = expected.get(object);
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> {
        byte[] bytes = bytes();
        yield pool.writeFullAsync(object, ByteBuffer.wrap(bytes))
            .thenAccept(_ -> expected.put(object, bytes));
      }
      case 3, 4 -> append(object, before);
      case 5 -> overwrite(object, before);
      case 6 -> before == null ? check(object, null) : remove(object);
      default -> check(object, before);
    };
  }

  private CompletableFuture<?> append(String object, byte @Nullable [] before) {
    byte[] more = bytes();
    byte[] start = before == null ? new byte[0] : before;
    byte[] after = Arrays.copyOf(start, start.length + more.length);
    System.arraycopy(more, 0, after, start.length, more.length);
    return pool.appendAsync(object, ByteBuffer.wrap(more))
        .thenAccept(_ -> expected.put(object, after));
  }

  private CompletableFuture<?> overwrite(String object, byte @Nullable [] before) {
    byte[] piece = bytes();
    byte[] start = before == null ? new byte[0] : before;
    int offset = random.nextInt(start.length + 100);
    byte[] after = Arrays.copyOf(start, Math.max(start.length, offset + piece.length));
    System.arraycopy(piece, 0, after, offset, piece.length);
    return pool.writeAsync(object, offset, ByteBuffer.wrap(piece))
        .thenAccept(_ -> expected.put(object, after));
  }

  private CompletableFuture<?> remove(String object) {
    return pool.removeAsync(object).thenAccept(_ -> expected.remove(object));
  }

  private CompletableFuture<?> check(String object, byte @Nullable [] before) {
    return pool.readAsync(object)
        .handle((read, failure) -> {
          if (failure != null) {
            judge(object, before, failure);
          } else if (before == null || !Arrays.equals(before, read.toByteArray())) {
            violations.add(
                object
                    + " at "
                    + world.nowNanos()
                    + " ns: read "
                    + read
                    + ", expected "
                    + (before == null ? "nothing" : before.length + " bytes"));
          }
          return true;
        });
  }

  private void judge(String object, byte @Nullable [] before, Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    if (before != null || !(cause instanceof PandoException.NotFound)) {
      violations.add(object + " at " + world.nowNanos() + " ns: " + cause);
    }
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(LARGEST_BYTES)];
    random.nextBytes(bytes);
    return bytes;
  }
}
