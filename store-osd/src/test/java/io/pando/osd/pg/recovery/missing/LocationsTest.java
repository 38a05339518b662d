package io.pando.osd.pg.recovery.missing;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who has what: two replicas, one of which may be filled, and OSDs that are no members. */
class LocationsTest {
  private static final MemberId B = MemberId.of(new OsdId(1));
  private static final MemberId C = MemberId.of(new OsdId(2));
  private static final MemberId STRAY = MemberId.of(new OsdId(5));
  private static final MemberId DOWN = MemberId.of(new OsdId(90));
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final ObjectId OTHER = GroupHarness.object("other");
  private static final Version V3 = new Version(Maps.EPOCH, 3);
  private static final Version V4 = new Version(Maps.EPOCH, 4);

  private final GroupHarness harness = GroupHarness.primary(3, Replication.PRIMARY);
  private final Locations locations = new Locations(harness.replica);

  private void add(MemberId member, @Nullable ObjectId filledTo, ObjectId... missing) {
    TreeMap<ObjectId, Version> lacks = new TreeMap<>();
    for (ObjectId object : missing) {
      lacks.put(object, V3);
    }
    locations.addPeer(member, harness.replica.info().withBackfill(filledTo), lacks);
  }

  @Test
  void whoLacksAnObjectIsAskedForItLast() {
    add(B, null, OBJECT);
    add(C, null);
    locations.addStray(DOWN);
    locations.addStray(STRAY);
    assertThat(locations.addStray(STRAY)).isFalse();
    TreeSet<MemberId> tried = new TreeSet<>();
    for (MemberId next : List.of(C, STRAY, B)) {
      assertThat(locations.source(OBJECT, V3, tried)).isEqualTo(next);
      tried.add(next);
    }
    assertThat(locations.source(OBJECT, V3, tried)).isNull();
  }

  /** With one slot, an OSD that was asked for two would never give the second. */
  @Test
  void anOsdThatIsTwoMembersGivesOneSlot() {
    MemberId first = new MemberId(new OsdId(1), 0);
    MemberId second = new MemberId(new OsdId(1), 4);
    MemberId other = new MemberId(new OsdId(2), 1);
    add(second, null, OBJECT);
    add(other, null, OBJECT);
    assertThat(locations.slotHolders()).containsExactly(second, other);
    add(first, null, OBJECT);
    assertThat(locations.slotHolders()).containsExactly(first, other);
    assertThat(locations.incomplete()).containsExactly(first, second, other);
    locations.found(first, OBJECT);
    assertThat(locations.slotHolders()).containsExactly(second, other);
  }

  @Test
  void whatIsMissingSomewhereIsCounted() {
    add(B, null, OBJECT, OTHER);
    add(C, null, OTHER);
    assertThat(locations.lacking(OTHER)).containsExactly(B, C);
    assertThat(locations.lacking(OBJECT)).containsExactly(B);
    assertThat(locations.without(OBJECT)).containsExactly(B);
    assertThat(locations.backlog()).isEqualTo(2);
    assertThat(locations.incomplete()).containsExactly(B, C);
    assertThat(locations.wholeReplicas()).isEqualTo(3);
    assertThat(locations.isMissingSomewhere(OBJECT)).isTrue();
    assertThat(locations.isMissingHere(OBJECT)).isFalse();
    assertThat(locations.holdsUp(OBJECT)).isTrue();
    locations.found(B, OBJECT);
    assertThat(locations.isMissingSomewhere(OBJECT)).isFalse();
    assertThat(locations.holdsUp(OBJECT)).isFalse();
    locations.onChanged(OTHER, V4);
    assertThat(locations.expected(OTHER)).isEqualTo(V4);
    assertThat(locations.expected(OBJECT)).isEqualTo(Version.ZERO);
    locations.onReplaced(OTHER);
    assertThat(locations.isWhole()).isTrue();
    assertThat(locations.incomplete()).isEmpty();
    harness.replica.noteMissing(OBJECT, V3);
    assertThat(locations.isWhole()).isFalse();
    assertThat(locations.isMissingSomewhere(OBJECT)).isTrue();
  }

  @Test
  void whoIsFilledHasNothingBehindItsMark() {
    add(B, GroupInfo.NOTHING);
    add(C, null);
    assertThat(locations.isBackfilling()).isTrue();
    assertThat(locations.wholeReplicas()).isEqualTo(2);
    assertThat(locations.without(OBJECT)).containsExactly(B);
    assertThat(locations.holdsUp(OBJECT)).isFalse();
    assertThat(locations.lacking(OBJECT)).isEmpty();
    assertThat(locations.wanting(OBJECT)).as("it will lack it").containsExactly(B);
    locations.lost(B, OBJECT, V3);
    assertThat(locations.lacking(OBJECT)).as("that is not known yet").isEmpty();
    locations.peer(B).onCompared(new PlacementMark(OBJECT));
    assertThat(locations.wanting(OBJECT)).isEmpty();
    assertThat(locations.without(OBJECT)).isEmpty();
    locations.lost(B, OBJECT, V3);
    assertThat(locations.lacking(OBJECT)).containsExactly(B);
  }

  @Test
  void whoIsFilledInPartIsNotGivenObjectsOnTheWay() {
    add(B, new ObjectId(0, "a"));
    assertThat(locations.wanting(OBJECT)).isEmpty();
  }
}
