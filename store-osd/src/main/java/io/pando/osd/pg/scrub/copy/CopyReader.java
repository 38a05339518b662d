package io.pando.osd.pg.scrub.copy;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Reads some objects completely, many small ones together. Each batch takes a turn. */
public final class CopyReader {
  private final Replica replica;
  private final ScrubTurns turns;

  public CopyReader(Replica replica, ScrubTurns turns) {
    this.replica = replica;
    this.turns = turns;
  }

  /**
   * Reads the objects in order; calls {@code each} for every object and {@code done} at the end.
   */
  public void read(List<ObjectId> objects, BiConsumer<ObjectId, CopyState> each, Runnable done) {
    if (objects.isEmpty()) {
      done.run();
      return;
    }
    RecoveryLimits limits = replica.config().recovery();
    turns.take(() ->
        replica
            .reads()
            .objects(
                objects,
                ObjectReading.first(limits.pieceBytes()),
                limits.batch().batchBytes(),
                outcomes -> onRead(objects, outcomes, each, done)));
  }

  private void onRead(
      List<ObjectId> objects,
      List<ReadOutcome> outcomes,
      BiConsumer<ObjectId, CopyState> each,
      Runnable done) {
    List<ObjectReading> readings = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      ObjectReading reading =
          new ObjectReading(
              objects.get(i),
              replica.membership().pool().treeKey(),
              replica.config().recovery().pieceBytes());
      reading.take(outcomes.get(i));
      readings.add(reading);
    }
    finish(
        readings,
        0,
        () -> {
          turns.end();
          readings.forEach(reading -> tell(reading, each));
          List<ObjectId> rest = objects.subList(outcomes.size(), objects.size());
          read(rest, each, done);
        });
  }

  /** Continues with the objects that the first read did not complete, one after the other. */
  private void finish(List<ObjectReading> readings, int from, Runnable then) {
    int next = from;
    while (next < readings.size() && readings.get(next).state() != null) {
      next++;
    }
    if (next == readings.size()) {
      then.run();
      return;
    }
    int open = next;
    ObjectReading reading = readings.get(open);
    replica
        .reads()
        .object(
            reading.object(),
            reading.query(),
            outcome -> {
              reading.take(outcome);
              finish(readings, open, then);
            });
  }

  private void tell(ObjectReading reading, BiConsumer<ObjectId, CopyState> each) {
    CopyState state = Invariant.present(reading.state(), () -> reading.object() + " is not read");
    replica.emit(new Effect.CountScrubbed(0, reading.bytesRead()));
    each.accept(reading.object(), state);
  }
}
