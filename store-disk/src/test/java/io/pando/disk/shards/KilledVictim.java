package io.pando.disk.shards;

import io.pando.disk.StoreException;
import io.pando.disk.StoreKind;
import io.pando.disk.TestLoop;
import io.pando.port.ObjectStore;
import io.pando.store.CommitOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that continues a history and reports durable transactions, until it is killed. */
final class KilledVictim {
  private static final int UNDER_WAY = 8;

  /** Limit after which it ends even if it is not killed. */
  private static final int MOST = 20_000;

  private KilledVictim() {}

  /**
   * Writes to the store in {@code arguments[0]} of kind {@code arguments[1]}, from transaction
   * {@code arguments[3]} of the history {@code arguments[2]} on, and prints a line for each commit.
   */
  public static void main(String[] arguments) throws StoreException {
    TestLoop loop = new TestLoop();
    StoreSettings settings = KilledHistory.settings(StoreKind.valueOf(arguments[1]));
    LocalStores stores =
        LocalStores.open(
            Path.of(arguments[0]),
            settings,
            KilledHistory.CLUSTER,
            KilledHistory.OSD,
            List.of(loop));
    ObjectStore store = stores.stores().getFirst();
    KilledHistory history = new KilledHistory(Long.parseLong(arguments[2]));
    for (int before = Integer.parseInt(arguments[3]); before > 0; before--) {
      history.next();
    }
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int submitted = 1; submitted < MOST; submitted++) {
      int reached = submitted - UNDER_WAY;
      store.submit(
          history.next(),
          outcome -> {
            outcomes.add(outcome);
            System.out.println(outcome instanceof CommitOutcome.Committed ? "ok" : outcome);
          });
      loop.runUntil(() -> outcomes.size() >= reached);
    }
  }
}
