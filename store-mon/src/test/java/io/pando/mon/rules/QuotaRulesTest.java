package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.cluster.fullness.PoolQuota.Limit;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberList;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a pool has reached its quota. */
class QuotaRulesTest {
  private final RuleBook book = RuleBook.withOsds(3);

  @BeforeEach
  void createPools() {
    book.accept(new Change.CreatePool("a", 2, 3, 2, null));
    book.accept(new Change.CreatePool("b", 2, 3, 2, null));
  }

  private static GroupStats group(int pool, int seed, long objects, GroupState state) {
    return new GroupStats(
        new PgId(new PoolId(pool), seed),
        new TreeSet<>(List.of(state)),
        new GroupStats.Mapping(MemberList.EMPTY, MemberList.EMPTY, 5),
        new GroupStats.Contents(Version.ZERO, objects, objects * 100),
        new GroupStats.Copies(0, 0, 0, 0, 0),
        new GroupStats.Problems("", new TreeMap<>(), List.of(), ScrubRecord.Found.NOTHING));
  }

  private static List<GroupStats> storing(long objects) {
    return List.of(
        group(1, 0, objects - 1, GroupState.ACTIVE),
        group(1, 1, 1, GroupState.ACTIVE),
        group(2, 0, 10_000, GroupState.ACTIVE));
  }

  /** The leader does what is due; whether anything was. */
  private boolean report(List<GroupStats> groups) {
    Optional<Change> due = QuotaRules.due(book.map(), groups);
    due.ifPresent(book::accept);
    assertThat(QuotaRules.due(book.map(), groups)).as("it is done").isEmpty();
    return due.isPresent();
  }

  private void set(Limit limit, long value) {
    book.accept(new Change.SetQuota("a", limit, value, false));
  }

  @Test
  void aPoolIsFullFromItsQuotaOnUntilItIsClearlyBelow() {
    assertThat(QuotaRules.isAnySet(book.map())).isFalse();
    set(Limit.MAX_OBJECTS, 1_000);
    assertThat(QuotaRules.isAnySet(book.map())).isTrue();
    assertThat(report(storing(999))).isFalse();
    assertThat(report(storing(1_000))).isTrue();
    assertThat(book.pool("a").isFull()).isTrue();
    assertThat(book.pool("b").isFull()).isFalse();
    assertThat(report(storing(990))).isFalse();
    assertThat(report(storing(989))).isTrue();
    assertThat(book.pool("a").isFull()).isFalse();
  }

  @Test
  void eitherLimitSuffices() {
    set(Limit.MAX_OBJECTS, 1_000);
    set(Limit.MAX_BYTES, 50_000);
    assertThat(book.pool("a").quota()).isEqualTo(new PoolQuota(50_000, 1_000));
    assertThat(report(storing(499))).isFalse();
    assertThat(report(storing(500))).isTrue();
    set(Limit.MAX_BYTES, 0);
    assertThat(report(storing(500))).isFalse();
    assertThat(book.pool("a").isFull()).isFalse();
  }

  @Test
  void aPoolWithoutAQuotaIsNotFull() {
    set(Limit.MAX_OBJECTS, 10);
    report(storing(10));
    assertThat(book.accept(new Change.SetQuota("a", Limit.MAX_OBJECTS, 0, false)))
        .isEqualTo("pool 'a' has no max_objects");
    assertThat(book.pool("a").isFull()).isFalse();
    assertThat(book.pool("a").options().quota().setQuota()).isNull();
    book.acceptInVain(new Change.MarkFullPools(List.of(book.pool("a").id())));
  }

  /** A new leader has no reports yet. */
  @Test
  void aPoolOfWhichNotAllIsReportedStaysFull() {
    set(Limit.MAX_OBJECTS, 10);
    report(storing(10));
    assertThat(report(List.of(group(1, 0, 0, GroupState.UNKNOWN)))).isFalse();
    assertThat(book.pool("a").isFull()).isTrue();
  }

  @Test
  void otherSettingsKeepTheQuota() {
    set(Limit.MAX_OBJECTS, 10);
    report(storing(10));
    for (String[] setting :
        List.of(
            new String[] {"size", "2"},
            new String[] {"nodelete", "true"},
            new String[] {"replication", "chain"},
            new String[] {"compression", "lz4"})) {
      book.accept(new Change.SetPool("a", setting[0], setting[1]));
      assertThat(book.pool("a").isFull()).isTrue();
      assertThat(book.pool("a").quota()).isEqualTo(new PoolQuota(0, 10));
    }
  }

  @Test
  void aQuotaThatIsReachedAlreadyIsObjectedTo() {
    assertThat(objection(Limit.MAX_OBJECTS, 500, 500))
        .hasValueSatisfying(why ->
            assertThat(why)
                .startsWith("pool 'a' stores 50000 bytes in 500 objects")
                .contains("--yes-i-really-mean-it"));
    assertThat(objection(Limit.MAX_OBJECTS, 501, 500)).isEmpty();
    assertThat(objection(Limit.MAX_BYTES, 49_999, 500)).isPresent();
    assertThat(objection(Limit.MAX_BYTES, 0, 500)).as("it is removed").isEmpty();
  }

  private Optional<String> objection(Limit limit, long value, long objects) {
    return QuotaRules.objection(
        book.map(), new Change.SetQuota("a", limit, value, false), storing(objects));
  }

  @Test
  void wrongQuotasAreRefused() {
    assertThat(book.reject(new Change.SetQuota("c", Limit.MAX_BYTES, 1, false))).contains("'c'");
    assertThat(book.reject(new Change.SetQuota("a", Limit.MAX_BYTES, -1, false))).contains("-1");
  }
}
