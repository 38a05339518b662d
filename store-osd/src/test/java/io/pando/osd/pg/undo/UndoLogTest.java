package io.pando.osd.pg.undo;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.collect.Utf8Order;
import io.pando.group.LogEntry;
import io.pando.group.Undo;
import io.pando.group.UndoRecord;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UndoLogTest {
  private static final ReplicaId COPY = new ReplicaId(new PgId(new PoolId(1), 0), 2);
  private static final CollectionId HERE = CollectionId.of(COPY);
  private static final CollectionId ASIDE = CollectionId.aside(COPY);
  private static final ObjectId OBJECT = new ObjectId(77, "o");
  private static final Version BEFORE = new Version(3, 1);
  private static final Version AFTER = new Version(3, 2);

  private final UndoLog undo = new UndoLog(COPY, BEFORE, List.of());

  private List<StoreOp> keep(Undo.Kind kind, boolean missing) {
    LogEntry entry =
        new LogEntry(AFTER, BEFORE, OBJECT, LogEntry.Kind.MODIFY, RequestId.NONE, List.of());
    List<StoreOp> ops = new ArrayList<>();
    undo.keep(
        entry,
        new Undo(kind, 0, List.of(), new TreeMap<>(Utf8Order.INSTANCE), List.of()),
        missing,
        ops);
    return ops;
  }

  /** It may have been whole, and unreadable for a while. */
  @Test
  void aMissingFragmentThatIsReplacedReturnsAndIsMissing() {
    assertThat(keep(Undo.Kind.REPLACED, true).getFirst())
        .isInstanceOfSatisfying(
            StoreOp.Clone.class,
            clone -> {
              assertThat(clone.collection()).isEqualTo(ASIDE);
              assertThat(clone.from()).isEqualTo(new StoreOp.Origin(HERE, OBJECT));
            });
    List<StoreOp> ops = new ArrayList<>();
    List<UndoRecord> taken = undo.takeBack(BEFORE, ops);
    assertThat(taken).singleElement().matches(record -> record.undo().wasMissing());
    assertThat(ops.getFirst()).isEqualTo(new StoreOp.Remove(HERE, OBJECT));
    assertThat(ops.get(1))
        .isInstanceOfSatisfying(
            StoreOp.Clone.class,
            clone -> {
              assertThat(clone.collection()).isEqualTo(HERE);
              assertThat(clone.object()).isEqualTo(OBJECT);
              assertThat(clone.from().collection()).isEqualTo(ASIDE);
            });
  }

  @ParameterizedTest
  @EnumSource(
      value = Undo.Kind.class,
      names = {"CREATED", "CHANGED"})
  void nothingReturnsOfAMissingFragmentThatIsChangedInPart(Undo.Kind kind) {
    assertThat(keep(kind, true)).noneMatch(StoreOp.Clone.class::isInstance);
    List<StoreOp> ops = new ArrayList<>();
    assertThat(undo.takeBack(BEFORE, ops))
        .singleElement()
        .matches(record -> record.undo().wasMissing());
    assertThat(ops.getFirst()).isEqualTo(new StoreOp.Remove(HERE, OBJECT));
  }

  @Test
  void whatIsKeptIsDroppedOnceTheUpdateIsEverywhere() {
    keep(Undo.Kind.REPLACED, true);
    List<StoreOp> ops = new ArrayList<>();
    undo.settle(AFTER, ops);
    assertThat(ops.getFirst())
        .isInstanceOfSatisfying(
            StoreOp.Remove.class, remove -> assertThat(remove.collection()).isEqualTo(ASIDE));
    assertThat(undo.size()).isZero();
  }
}
