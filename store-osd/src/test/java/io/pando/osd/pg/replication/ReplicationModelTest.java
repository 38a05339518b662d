package io.pando.osd.pg.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Updates on their way through a group, in whatever order things happen. */
class ReplicationModelTest {
  private static final int SEEDS = 20;
  private static final int STEPS = 250;

  static Stream<Arguments> groups() {
    List<Arguments> groups = new ArrayList<>();
    for (Replication way : Replication.values()) {
      for (int size = 1; size <= 4; size++) {
        groups.add(Arguments.of(way, size));
      }
    }
    return groups.stream();
  }

  @ParameterizedTest
  @MethodSource("groups")
  void whatAllHaveIsCommittedInOrderAndToldOnce(Replication way, int size) {
    int resent = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      ReplicationModel model = new ReplicationModel(seed, size, way);
      for (int i = 0; i < STEPS; i++) {
        model.step();
      }
      model.heal();
      model.end();
      resent += model.resent();
    }
    assertThat(resent > 0).isEqualTo(size > 1);
  }

  @ParameterizedTest
  @MethodSource("groups")
  void anIntervalMayEndAtAnyMoment(Replication way, int size) {
    for (int seed = 1_000; seed < 1_000 + SEEDS; seed++) {
      ReplicationModel model = new ReplicationModel(seed, size, way);
      for (int i = 0; i < seed % 100; i++) {
        model.step();
      }
      model.end();
    }
  }
}
