package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Replication;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.pg.harness.Maps;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An incarnation serves only if it knows every map since it was marked up, in epoch 7. */
class UpMarkTest {
  private static final OsdId SELF = new OsdId(1);
  private static final ClusterMap MAP = Maps.of(2, Replication.PRIMARY).map();

  private static UpMark mark(long nonce) {
    Address address = new Address(SELF.node(), nonce, "test", 6801);
    return new UpMark(
        new OsdIdentity(new ClusterId(new UUID(1, 1)), SELF, new UUID(2, 1), address));
  }

  @Test
  void aMapThatCameWholeBeforeTheMarkHidesNothing() {
    UpMark mark = mark(1);
    assertThat(mark.since()).isZero();
    assertThat(mark.isValidIn(MAP)).isTrue();
    mark.onWholeMap(Maps.EPOCH);
    assertThat(mark.isValidIn(MAP)).isTrue();
    mark.onWholeMap(Maps.EPOCH - 1);
    assertThat(mark.since()).isEqualTo(Maps.EPOCH);
    mark.onWholeMap(Maps.EPOCH + 1);
    assertThat(mark.since()).isEqualTo(Maps.EPOCH + 1);
    assertThat(mark.isValidIn(MAP)).isFalse();
  }

  @Test
  void theMarkOfAnotherIncarnationIsNotItsOwn() {
    assertThat(mark(2).isValidIn(MAP)).isFalse();
  }

  @Test
  void whoIsDownOrNotInTheMapHasNoMark() {
    OsdInfo up = Objects.requireNonNull(MAP.osds().get(SELF));
    OsdInfo down =
        new OsdInfo(
            SELF,
            up.identity(),
            false,
            new OsdInfo.Weight(true, up.weight().reweight()),
            new OsdInfo.Endpoint(up.address(), 1),
            new OsdInfo.UpHistory(up.upFrom(), up.upThru(), 8, 1));
    ClusterMap next =
        MAP.apply(new Incremental(MAP.epoch() + 1, 0, List.of(new Incremental.PutOsd(down))));
    assertThat(mark(1).isValidIn(next)).isFalse();
    ClusterMap gone =
        next.apply(new Incremental(next.epoch() + 1, 0, List.of(new Incremental.RemoveOsd(SELF))));
    assertThat(mark(1).isValidIn(gone)).isFalse();
  }
}
