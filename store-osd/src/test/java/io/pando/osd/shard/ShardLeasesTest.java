package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.OsdId;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.pg.lease.LeaseTerm;
import io.pando.osd.pg.lease.Leases;
import io.pando.osd.pg.lease.PingReply;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What one shard knows of the promises between this OSD and others. */
final class ShardLeasesTest {
  private static final OsdId A = new OsdId(1);
  private static final OsdId B = new OsdId(2);
  private static final LeaseTerm TERM = new LeaseTerm(3_200);

  private final ShardLeases leases = new ShardLeases(TERM);

  @Test
  void beforeTheFirstMapNothingWasPromised() {
    assertThat(leases.forgottenNanos(0)).isZero();
    assertThat(leases.grantedUntilNanos(A)).isEqualTo(Leases.NEVER);
    assertThat(leases.heldUntilNanos(A, 0)).isEqualTo(Leases.NEVER);
  }

  @Test
  void whatWasPromisedInALifeBeforeLastsUntilItIsOver() {
    leases.onMap(new Granted(5_000, new TreeMap<>()));
    assertThat(leases.forgottenUntilNanos()).isEqualTo(5_000);
    assertThat(leases.forgottenNanos(1_000)).isEqualTo(4_000);
    assertThat(leases.forgottenNanos(4_999)).isOne();
    assertThat(leases.forgottenNanos(5_000)).isZero();
    assertThat(leases.forgottenNanos(5_001)).isZero();
  }

  @Test
  void whatWasPromisedBeforeTheNewestMapCounts() {
    TreeMap<OsdId, Long> until = new TreeMap<>();
    until.put(A, 7_000L);
    leases.onMap(new Granted(5_000, until));
    assertThat(leases.grantedUntilNanos(A)).isEqualTo(7_000);
    assertThat(leases.grantedUntilNanos(B)).isEqualTo(5_000);
    leases.onMap(new Granted(5_000, new TreeMap<>()));
    assertThat(leases.grantedUntilNanos(A)).isEqualTo(5_000);
  }

  @Test
  void promisesCountOnceTheirMapIsToldAndUntilTheyAreOver() {
    leases.onPongs(List.of(new PingReply(A, 100, 9), new PingReply(B, 200, 9)), 300);
    assertThat(leases.heldUntilNanos(A, 9)).isEqualTo(Leases.NEVER);
    leases.onTold(9);
    assertThat(leases.heldUntilNanos(A, 9)).isEqualTo(100 + TERM.nanos());
    assertThat(leases.heldUntilNanos(A, 10)).isEqualTo(Leases.NEVER);
    leases.onPongs(List.of(), 100 + TERM.nanos());
    assertThat(leases.heldUntilNanos(A, 9)).isEqualTo(Leases.NEVER);
    assertThat(leases.heldUntilNanos(B, 9)).isEqualTo(200 + TERM.nanos());
  }
}
