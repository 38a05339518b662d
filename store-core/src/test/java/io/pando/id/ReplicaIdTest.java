package io.pando.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplicaIdTest {
  private static final PgId GROUP = new PgId(new PoolId(1), 0x2f);

  @Test
  void theTextIsThatOfTheGroupWithItsPosition() {
    assertThat(ReplicaId.of(GROUP)).hasToString("1.2f");
    assertThat(new ReplicaId(GROUP, 13)).hasToString("1.2fs13");
    assertThat(ReplicaId.of(GROUP).hasPosition()).isFalse();
    assertThat(new ReplicaId(GROUP, 0).hasPosition()).isTrue();
  }

  @Test
  void textsAreParsed() {
    for (ReplicaId id : List.of(ReplicaId.of(GROUP), new ReplicaId(GROUP, 0))) {
      assertThat(ReplicaId.parse(id.toString())).isEqualTo(id).hasSameHashCodeAs(id);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1.2fs", "1.2fs-1", "1.2fsx", "s1", "1.2fs1s1"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> ReplicaId.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);
  }

  @Test
  void copiesOfAGroupLieTogether() {
    PgId next = new PgId(new PoolId(1), 0x30);
    List<ReplicaId> ordered =
        List.of(
            ReplicaId.of(GROUP),
            new ReplicaId(GROUP, 0),
            new ReplicaId(GROUP, 11),
            ReplicaId.of(next));
    assertThat(List.copyOf(new TreeSet<>(ordered.reversed()))).isEqualTo(ordered);
  }
}
