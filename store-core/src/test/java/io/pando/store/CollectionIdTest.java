package io.pando.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CollectionIdTest {
  private static final PgId GROUP = new PgId(new PoolId(1), 0x2f);
  private static final ReplicaId COPY = new ReplicaId(GROUP, 3);

  /** All kinds, in order. */
  private static final List<CollectionId> ALL =
      List.of(
          CollectionId.DAEMON,
          CollectionId.of(GROUP),
          CollectionId.of(new PgId(new PoolId(2), 0)),
          CollectionId.of(COPY),
          CollectionId.of(new ReplicaId(GROUP, 4)),
          CollectionId.aside(COPY),
          CollectionId.aside(new ReplicaId(new PgId(new PoolId(2), 0), 0)));

  @Test
  void theTextNamesTheKind() {
    assertThat(CollectionId.DAEMON).hasToString("daemon");
    assertThat(CollectionId.of(GROUP)).hasToString("1.2f");
    assertThat(CollectionId.of(COPY)).hasToString("1.2fs3");
    assertThat(CollectionId.aside(COPY)).hasToString("1.2fs3~aside");
  }

  @Test
  void textsAreParsed() {
    for (CollectionId id : ALL) {
      assertThat(CollectionId.parse(id.toString())).isEqualTo(id);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "deamon", "1.2f~aside", "~aside", "1.2fs3~", "daemon~aside"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> CollectionId.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsKeptAsideBelongsToAGroupAndIsNoCopyOfIt() {
    CollectionId aside = CollectionId.aside(COPY);
    assertThat(aside.isAside()).isTrue();
    assertThat(aside.group()).isEqualTo(GROUP);
    assertThat(aside.copy()).isNull();
    assertThat(CollectionId.of(COPY).copy()).isEqualTo(COPY);
    assertThat(CollectionId.DAEMON.copy()).isNull();
  }

  @Test
  void kindsLieTogetherInOrder() {
    assertThat(List.copyOf(new TreeSet<>(ALL.reversed()))).isEqualTo(ALL);
  }

  @Test
  void aCopyWithoutAPositionKeepsNothingAside() {
    ReplicaId replica = ReplicaId.of(GROUP);
    assertThatThrownBy(() -> CollectionId.aside(replica))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1.2f");
  }
}
