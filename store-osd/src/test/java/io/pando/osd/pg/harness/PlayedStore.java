package io.pando.osd.pg.harness;

import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The store of a whole group. A transaction takes effect, and a read finds what is there, when it
 * is asked for; the input that reports it waits until it is taken.
 */
final class PlayedStore {
  final PlainStore store = new PlainStore();

  /** What a member with a position keeps for undoing updates. */
  private final PlainStore aside = new PlainStore();

  private final Deque<Input> ended = new ArrayDeque<>();

  /** Whether it is something that a store does; then it is done. */
  boolean does(Effect effect) {
    Input end =
        switch (effect) {
          case Effect.Persist it -> {
            it.transaction().ops().forEach(this::apply);
            yield new Input.Persisted(new CommitOutcome.Committed());
          }
          case Effect.ReadObject it ->
              new Input.ObjectRead(it.token(), store.read(it.object(), it.query()));
          case Effect.ReadObjects it ->
              new Input.ObjectsRead(
                  it.token(), store.readAll(it.objects(), it.query(), it.maxBytes()));
          case Effect.ListVersions it ->
              new Input.VersionsListed(it.token(), store.list(it.parts(), it.after(), it.max()));
          case Effect.ListObjects it ->
              new Input.ObjectsListed(it.token(), store.list(it.after(), it.max()));
          case Effect.ReadMeta it -> new Input.MetaRead(it.token(), store.meta(it.from(), it.to()));
          default -> null;
        };
    if (end != null) {
      ended.add(end);
    }
    return end != null;
  }

  private void apply(StoreOp op) {
    PlainStore into = collection(op.collection());
    switch (op) {
      case StoreOp.Clone clone -> into.clone(clone, collection(clone.from().collection()));
      case StoreOp.CloneRange clone -> into.clone(clone, collection(clone.from().collection()));
      default -> into.apply(List.of(op));
    }
  }

  private PlainStore collection(CollectionId id) {
    return id.isAside() ? aside : store;
  }

  /** The input of the operation that ended first; null if none has ended. */
  @Nullable Input next() {
    return ended.pollFirst();
  }

  /** The process is gone that waited. */
  void forget() {
    ended.clear();
  }
}
