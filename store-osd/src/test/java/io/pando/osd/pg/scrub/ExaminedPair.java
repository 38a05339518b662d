package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.TreeHarness;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.report.group.CopyFault;
import io.pando.report.group.InconsistentObject;
import io.pando.report.group.InconsistentObject.BadCopy;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Two members of which the primary examines objects, and all that is told of these. */
final class ExaminedPair {
  static final Version AT = new Version(1, 1);

  /** What a listener is told. */
  record Told(InconsistentObject object, boolean repairing) {}

  final ScrubPair pair = new ScrubPair(new ScrubLimits(0, 0, 0, 4, 3, true));
  final List<ObjectId> consistent = new ArrayList<>();
  final List<Told> inconsistent = new ArrayList<>();
  boolean repairs = true;
  int done;
  final Examination examination =
      new Examination(
          pair.here.replica(),
          pair.replication,
          pair.recovery,
          pair.round,
          CopyJudge.of(pair.here.replica().redundancy()),
          new Examination.Listener() {
            @Override
            public boolean repairs() {
              return repairs;
            }

            @Override
            public void onConsistent(ObjectId object) {
              consistent.add(object);
            }

            @Override
            public void onInconsistent(InconsistentObject object, boolean repairing) {
              inconsistent.add(new Told(object, repairing));
            }
          });

  ExaminedPair() {
    pair.put(3, 12);
    pair.begin();
  }

  static ObjectId object(int number) {
    return TreeHarness.in(3, number);
  }

  void examine(List<ObjectId> suspects) {
    examination.examine(suspects, () -> done++);
  }

  /** The copy of the other member is lost. */
  void loseThere(ObjectId object) {
    pair.there.group.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, object)));
  }

  static BadCopy bad(MemberId member, CopyFault fault, String detail) {
    return new BadCopy(member, new TreeSet<>(List.of(fault)), detail);
  }

  static BadCopy missing(MemberId osd) {
    return bad(osd, CopyFault.MISSING, "missing");
  }

  void isOver() {
    assertThat(pair.round.isUnderWay()).isFalse();
    assertThat(done).isOne();
  }
}
