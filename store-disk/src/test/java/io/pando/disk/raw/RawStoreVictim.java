package io.pando.disk.raw;

import io.pando.disk.StoreException;
import io.pando.disk.StoreGenerator;
import io.pando.disk.TestLoop;
import io.pando.random.Random64;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that writes to a store and tells what is durable, until it is killed. */
final class RawStoreVictim {
  private static final int UNDER_WAY = 8;

  /** It ends some time even if nobody kills it. */
  private static final int MOST = 20_000;

  private RawStoreVictim() {}

  /** Draws the transactions that it submits, in order; the same for all who ask. */
  static final class Source {
    private final StoreGenerator generator = new StoreGenerator(new Random64(2024), 300_000);
    private int drawn;

    Transaction next() {
      return ++drawn == 1
          ? Transaction.of(new StoreOp.CreateCollection(RawStoreCrashTest.COUNTER))
          : RawStoreCrashTest.numbered(generator.transaction(), drawn);
    }
  }

  /** Writes to the formatted store in {@code arguments[0]}, and prints a line for each commit. */
  public static void main(String[] arguments) throws StoreException {
    TestLoop loop = new TestLoop();
    RawStore store =
        RawStore.open(
            Path.of(arguments[0]), RawStoreConfig.DEFAULT, RawStoreCrashTest.IDENTITY, loop);
    List<CommitOutcome> outcomes = new ArrayList<>();
    Source source = new Source();
    for (int submitted = 1; submitted < MOST; submitted++) {
      int reached = submitted - UNDER_WAY;
      store.submit(
          source.next(),
          outcome -> {
            outcomes.add(outcome);
            System.out.println(outcome instanceof CommitOutcome.Committed ? "ok" : outcome);
          });
      loop.runUntil(() -> outcomes.size() >= reached);
    }
  }
}
