package io.pando.osd.pg.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.erasure.PoolCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.recovery.copy.CopyBatch;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.report.group.MissingObject.State;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An object of which too few fragments are left. */
class UnfoundFragmentsTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final Version VERSION = new Version(Maps.EPOCH, 3);

  private final GroupHarness harness =
      new GroupHarness(
          member(0),
          Maps.coded(new PoolCode(CodeParameters.of(2, 1), 4096), false),
          GroupConfig.defaults(),
          GroupHarness.fresh());
  private final Locations locations = new Locations(harness.replica);
  private final RecoveryQueue queue = new RecoveryQueue();
  private final DamagedObjects damaged = new DamagedObjects(harness.replica, locations);
  private final UnfoundObjects unfound =
      new UnfoundObjects(harness.replica, queue, damaged, locations);

  private static MemberId member(int position) {
    return new MemberId(new OsdId(position), position);
  }

  private void peer(int position, boolean lacks) {
    SortedMap<ObjectId, Version> missing = new TreeMap<>();
    if (lacks) {
      missing.put(OBJECT, VERSION);
    }
    locations.addPeer(member(position), harness.replica.info(), missing);
  }

  /** Two of three fragments are missing; the primary may have its own or not. */
  @ParameterizedTest
  @CsvSource({"true, true, LOST", "false, true, LOST", "true, false, UNFOUND"})
  void itIsLostOnceAllThatLackItWereAsked(boolean lackedHere, boolean asked, State state) {
    if (lackedHere) {
      harness.replica.noteMissing(OBJECT, VERSION);
    }
    peer(1, true);
    peer(2, !lackedHere);
    ObjectCopy copy = new ObjectCopy(OBJECT, VERSION, new CopyBatch(1));
    if (asked) {
      copy.onTried(member(1));
      copy.onTried(member(2));
    }
    queue.setAside(OBJECT);
    unfound.add(copy);
    assertThat(unfound.state(OBJECT)).isEqualTo(state);
    assertThat(unfound.report(OBJECT).awaited())
        .isEqualTo(asked ? new TreeSet<>() : new TreeSet<>(List.of(new OsdId(1))));
  }
}
