package io.pando.osd.pg.scrub;

import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.message.ScrubMessage.Check;
import io.pando.message.ScrubMessage.Checked;
import io.pando.message.ScrubMessage.Items;
import io.pando.message.ScrubMessage.ListItems;
import io.pando.message.ScrubMessage.ScrubResult;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.probe.Probe;
import io.pando.report.group.InconsistentObject;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Scrubs one part: all members check their copies, and if they differ, objects are listed page by
 * page and those that differ are examined.
 */
final class PartScrub implements Examination.Listener {
  private final Replica replica;
  private final ScrubRound round;
  private final Examination examination;
  private final InconsistentObjects findings;
  private final CopyJudge judge;

  PartScrub(Replica replica, PrimaryReplication replication, Recovery recovery, ScrubRound round) {
    this.replica = replica;
    this.round = round;
    this.judge = CopyJudge.of(replica.redundancy());
    this.examination = new Examination(replica, replication, recovery, round, judge, this);
    this.findings = round.memory().findings;
  }

  /** Examines objects that are suspect, and runs {@code done} at the end. */
  void examine(List<ObjectId> suspects, Runnable done) {
    examination.examine(suspects, done);
  }

  @Override
  public boolean repairs() {
    return replica.config().scrub().repairs(replica.scrub().running());
  }

  @Override
  public void onConsistent(ObjectId object) {
    findings.onConsistent(object);
  }

  @Override
  public void onInconsistent(InconsistentObject object, boolean repairing) {
    replica.emit(new Effect.CountInconsistent(1, 0));
    Invariant.check(!object.bad().isEmpty(), "an inconsistent object has bad copies");
    if (!findings.add(object, replica.scrub().finished(), repairing)) {
      Probe.reached("scrub: too many inconsistent objects");
      replica.report("too many inconsistent objects to list " + object.object());
    }
  }

  /**
   * Begins to scrub a part.
   *
   * @param onListed receives the number of objects that the members have listed in the part
   */
  void begin(PositionRange part, boolean deep, LongConsumer onListed, Runnable done) {
    round.askAll(new Check(part, deep), results -> onChecked(results, onListed, done));
  }

  private void onChecked(
      SortedMap<MemberId, ScrubResult> results, LongConsumer onListed, Runnable done) {
    SortedMap<MemberId, Checked> checked = new TreeMap<>();
    results.forEach((member, result) -> {
      Checked its = (Checked) result;
      checked.put(member, its);
      findings.onWrongLeaves(its.wrongLeaves());
      if (its.wrongLeaves() > 0) {
        Probe.reached("scrub: leaves of a tree are wrong");
        replica.report("%s: %d wrong leaves in its hash tree".formatted(member, its.wrongLeaves()));
      }
    });
    onListed.accept(checked.values().stream().mapToLong(its -> its.items().count()).sum());
    if (Comparison.isEqual(checked.values()) && judge.fit(Comparison.totals(checked))) {
      done.run();
    } else {
      tellItems(null, done);
    }
  }

  private void tellItems(@Nullable ObjectId after, Runnable done) {
    round.askAll(
        new ListItems(after),
        results -> {
          SortedMap<MemberId, Items> pages = new TreeMap<>();
          results.forEach((member, result) -> pages.put(member, (Items) result));
          ObjectId upTo = Comparison.toldByAll(pages.values());
          List<ObjectId> suspects = Comparison.suspects(pages, upTo, judge);
          examination.examine(
              suspects,
              () -> {
                if (upTo == null) {
                  done.run();
                } else {
                  Probe.reached("scrub: objects of a part fill several pages");
                  tellItems(upTo, done);
                }
              });
        });
  }
}
