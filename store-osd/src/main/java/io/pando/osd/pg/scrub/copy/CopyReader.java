package io.pando.osd.pg.scrub.copy;

import io.pando.check.Invariant;
import io.pando.erasure.digest.DigestKey;
import io.pando.erasure.digest.LinearDigest;
import io.pando.id.ObjectId;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

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
    read(objects, digests(), each, done);
  }

  private Supplier<CopyDigest> digests() {
    long key = replica.membership().pool().treeKey();
    if (replica.redundancy() instanceof Fragments fragments) {
      LinearDigest linear = new LinearDigest(DigestKey.of(key));
      int position = replica.self().position();
      return () -> new FragmentCopyDigest(fragments, position, key, linear);
    }
    return () -> new ReplicaDigest(key);
  }

  private void read(
      List<ObjectId> objects,
      Supplier<CopyDigest> digests,
      BiConsumer<ObjectId, CopyState> each,
      Runnable done) {
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
                outcomes ->
                    onRead(
                        readings(objects, outcomes, digests),
                        each,
                        () ->
                            read(
                                objects.subList(outcomes.size(), objects.size()),
                                digests,
                                each,
                                done))));
  }

  /** Readings of the objects that were read together. */
  private List<ObjectReading> readings(
      List<ObjectId> objects, List<ReadOutcome> outcomes, Supplier<CopyDigest> digests) {
    List<ObjectReading> readings = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      ObjectReading reading =
          new ObjectReading(objects.get(i), digests, replica.config().recovery().pieceBytes());
      reading.take(outcomes.get(i));
      readings.add(reading);
    }
    return readings;
  }

  private void onRead(
      List<ObjectReading> readings, BiConsumer<ObjectId, CopyState> each, Runnable rest) {
    finish(
        readings,
        0,
        () -> {
          turns.end();
          readings.forEach(reading -> tell(reading, each));
          rest.run();
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
