package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.GroupInfo;
import io.pando.group.IndexEntry;
import io.pando.group.IndexHead;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.step.Input;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the primary of a clean group does as time passes: totals are counted, the index is
 * rewritten.
 */
class GroupUpkeepTest {
  private final GroupCluster cluster =
      new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));

  // Totals

  /** The totals of all members are forgotten, as after a split. */
  private void forgetTotals() {
    for (int osd = 2; osd >= 0; osd--) {
      cluster.stop(osd);
      SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
      GroupInfo info = GroupRecords.INFO.decode(stored(osd, MetaKeys.INFO));
      meta.put(
          MetaKeys.INFO,
          GroupRecords.INFO.encode(info.withTotals(new GroupInfo.Totals(777, 777_777, false))));
      cluster.site(osd).store().apply(List.of(new StoreOp.PutMeta(GroupHarness.COLLECTION, meta)));
    }
    for (int osd = 0; osd <= 2; osd++) {
      cluster.restart(osd);
    }
  }

  private Payload stored(int osd, String key) {
    return Objects.requireNonNull(cluster.site(osd).store().meta(key, null).get(key));
  }

  private GroupInfo.Totals totals(int osd) {
    return cluster.site(osd).group().held().info().totals();
  }

  /** Each takes one step, and one message arrives. */
  private void once() {
    int[] rounds = {1};
    cluster.settleWhile(() -> rounds[0]-- > 0);
  }

  /** Replicas learn of the count with the next update, which must not be one from before it. */
  @Test
  void totalsAreTakenOverWhileNoUpdateIsUnderWay() {
    cluster.write(0, "a", "four");
    cluster.write(0, "b", "sixsix");
    forgetTotals();
    assertThat(totals(0)).isEqualTo(new GroupInfo.Totals(777, 777_777, false));
    cluster.tick(1);
    assertThat(totals(0).counted()).as("it lists and reads").isFalse();
    Version before = cluster.stats().contents().version();
    cluster
        .site(0)
        .give(
            new Input.ClientAsked(
                GroupHarness.client(9),
                new ObjectMessage.Operate(
                    new RequestId(9, 1_000),
                    cluster.map().epoch(),
                    Maps.GROUP,
                    GroupHarness.object("c"),
                    List.of(new ObjectOp.WriteFull(Payload.utf8("nine bytes"))),
                    ObjectMessage.Sending.FIRST),
                cluster.wallMillis()));
    cluster.settleWhile(() -> cluster.stats().contents().version().equals(before));
    cluster.site(0).give(new Input.Ticked(cluster.wallMillis()));
    once();
    assertThat(totals(0).counted()).as("replicas do not have the update").isFalse();
    cluster.settle();
    cluster.tick(1);
    assertThat(totals(0)).isEqualTo(new GroupInfo.Totals(3, 4 + 6 + 10, true));
    cluster.write(0, "a", "");
    for (int osd = 0; osd <= 2; osd++) {
      assertThat(totals(osd)).isEqualTo(new GroupInfo.Totals(3, 6 + 10, true));
    }
    assertThat(cluster.differences()).isEmpty();
  }

  // Index

  private SortedMap<String, Payload> pages() {
    return cluster.site(0).store().meta(MetaKeys.INDEX_PAGES, MetaKeys.INDEX_PAGES_END);
  }

  private IndexHead head() {
    return GroupRecords.INDEX_HEAD.decode(stored(0, MetaKeys.INDEX_HEAD));
  }

  @Test
  void anIndexOfManyUpdatesOfFewObjectsIsRewritten() {
    for (String name : List.of("a", "b", "c")) {
      cluster.write(0, name, name);
    }
    for (int i = 0; i < 110; i++) {
      cluster.write(0, "often" + i % 5, "x".repeat(i));
    }
    IndexHead before = head();
    assertThat(before.since()).isEqualTo(Version.ZERO);
    assertThat(pages()).hasSizeGreaterThan(18);
    cluster.tick(1);
    assertThat(head().since()).as("nothing is forgotten").isEqualTo(Version.ZERO);
    assertThat(head().to()).isEqualTo(before.to());
    List<IndexEntry> kept =
        pages().values().stream()
            .flatMap(page -> GroupRecords.INDEX_PAGE.decode(page).entries().stream())
            .toList();
    assertThat(kept)
        .extracting(IndexEntry::object)
        .doesNotHaveDuplicates()
        .contains(GroupHarness.object("a"), GroupHarness.object("b"), GroupHarness.object("c"))
        .hasSizeLessThanOrEqualTo(8);
    assertThat(kept).extracting(IndexEntry::version).isSorted();
    SortedMap<String, Payload> rewritten = pages();
    cluster.tick(1);
    assertThat(pages()).as("it was worth it once").isEqualTo(rewritten);
  }

  /** Of more than a thousand removals the oldest go, unless a member that needs them is away. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oldRemovalsAreForgottenIfAllMembersHaveThem(boolean all) {
    if (!all) {
      cluster.stop(2);
    }
    for (int i = 0; i < 1_050; i++) {
      cluster.write(0, "o" + i, "x");
      cluster.operate(0, "o" + i, new ObjectOp.Remove());
    }
    assertThat(head().since()).isEqualTo(Version.ZERO);
    long before = pages().size();
    cluster.tick(1);
    assertThat(pages()).as("it is rewritten").hasSizeLessThan((int) before / 2);
    assertThat(head().since().isAfter(Version.ZERO)).isEqualTo(all);
  }
}
