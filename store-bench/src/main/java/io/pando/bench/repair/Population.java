package io.pando.bench.repair;

import io.pando.cli.command.UserError;
import io.pando.client.Pool;
import io.pando.random.Random64;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/** The objects of the pool: creates, changes and removes them, many at a time. */
final class Population {
  private static final int AT_A_TIME = 128;

  /**
   * A minimum of rounds: the log keeps changes in flight until another change arrives, so of few
   * changes some must arrive late.
   */
  private static final int LEAST_TURNS = 4;

  private final Pool pool;
  private final int sizeBytes;
  private final Random64 random = new Random64(1);
  private final List<Long> numbers = new ArrayList<>();
  private final Semaphore free = new Semaphore(AT_A_TIME);
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private int most = AT_A_TIME;
  private long made;

  Population(Pool pool, int sizeBytes) {
    this.pool = pool;
    this.sizeBytes = sizeBytes;
  }

  int size() {
    return numbers.size();
  }

  /** Creates {@code count} more objects. */
  void add(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      numbers.add(made);
      write(made, made);
      made++;
    }
    settle();
  }

  /**
   * Changes a share of the objects; returns the number of objects that are overwritten, removed or
   * new.
   */
  int change(ChangeShare share) throws InterruptedException {
    int objects = numbers.size();
    int all = ChangeShare.of(share.stale() + share.deleted() + share.fresh(), objects);
    int kept = AT_A_TIME - Math.clamp(all / LEAST_TURNS, 1, AT_A_TIME);
    free.acquire(kept);
    most = AT_A_TIME - kept;
    int different = changeSome(share, objects);
    free.release(kept);
    most = AT_A_TIME;
    return different;
  }

  private int changeSome(ChangeShare share, int objects) throws InterruptedException {
    int stale = ChangeShare.of(share.stale(), objects);
    int deleted = ChangeShare.of(share.deleted(), objects);
    int fresh = ChangeShare.of(share.fresh(), objects);
    draw(stale + deleted);
    List<Long> last = numbers.subList(objects - stale - deleted, objects);
    List<Long> drawn = List.copyOf(last);
    last.subList(stale, stale + deleted).clear();
    for (long number : drawn.subList(0, stale)) {
      write(number, random.nextLong());
    }
    for (long number : drawn.subList(stale, stale + deleted)) {
      begin();
      end(pool.removeAsync(name(number)));
    }
    settle();
    if (share.undone()) {
      for (long number : drawn.subList(0, stale)) {
        write(number, number);
      }
    }
    add(fresh);
    return stale + deleted + fresh;
  }

  /** Moves {@code count} randomly chosen objects to the end of the list. */
  private void draw(int count) {
    for (int i = 0; i < count; i++) {
      int to = numbers.size() - 1 - i;
      int from = random.nextInt(to + 1);
      long number = numbers.get(from);
      numbers.set(from, numbers.get(to));
      numbers.set(to, number);
    }
  }

  private void write(long number, long contents) throws InterruptedException {
    byte[] bytes = new byte[sizeBytes];
    new Random64(contents).nextBytes(bytes);
    begin();
    end(pool.writeFullAsync(name(number), ByteBuffer.wrap(bytes)));
  }

  private static String name(long number) {
    return "object/" + number;
  }

  private void begin() throws InterruptedException {
    free.acquire();
    complain();
  }

  private void end(CompletableFuture<?> operation) {
    var _ =
        operation.whenComplete((_, failure) -> {
          if (failure != null) {
            failures.add(failure);
          }
          free.release();
        });
  }

  private void settle() throws InterruptedException {
    free.acquire(most);
    free.release(most);
    complain();
  }

  private void complain() {
    if (!failures.isEmpty()) {
      throw UserError.failed("objects could not be changed: " + failures.peek());
    }
  }
}
