package io.pando.osd.pg.fragment;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.CopyWriter;
import io.pando.osd.pg.replica.Replica;
import io.pando.probe.Probe;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Finds fragments that count as missing here and are whole: the disk could not read them for a
 * while. Before a fragment counts as present again, all of it is read. A fragment that was proved
 * to be wrong was removed, and one of which pieces are missing has no version.
 */
final class Readmission {
  private final Replica replica;

  Readmission(Replica replica) {
    this.replica = replica;
  }

  /**
   * Looks at a fragment.
   *
   * @param then receives the outcome of the last read, and whether the fragment durably counts as
   *     present; not called if the interval ends before
   */
  void look(FragmentMessage.Query query, BiConsumer<ReadOutcome, Boolean> then) {
    readFrom(0, query, then);
  }

  private void readFrom(
      long offset, FragmentMessage.Query query, BiConsumer<ReadOutcome, Boolean> then) {
    ByteRange range = new ByteRange(offset, replica.config().recovery().pieceBytes());
    replica
        .reads()
        .object(
            query.object(),
            new ObjectQuery(List.of(range), List.of(), false),
            outcome -> {
              if (outcome instanceof ReadOutcome.Found found
                  && isRight(found.view(), query)
                  && found.view().size() > range.end()) {
                readFrom(range.end(), query, then);
              } else {
                onRead(query, outcome, then);
              }
            });
  }

  private void onRead(
      FragmentMessage.Query query, ReadOutcome outcome, BiConsumer<ReadOutcome, Boolean> then) {
    Version missing = replica.missing().get(query.object());
    boolean whole = outcome instanceof ReadOutcome.Found found && isRight(found.view(), query);
    if (!whole || (missing != null && !missing.equals(query.version()))) {
      then.accept(outcome, false);
      return;
    }
    if (missing == null) {
      Probe.reached("fragments: one that is here is asked for again");
      then.accept(outcome, true);
      return;
    }
    Probe.reached("fragments: one that counted as missing is here");
    replica.report(
        "%s is here after all, in version %s".formatted(query.object(), query.version()));
    SortedMap<ObjectId, Version> here = new TreeMap<>();
    here.put(query.object(), query.version());
    replica
        .copies()
        .write(
            new CopyWriter.Copies(List.of(), List.of(), here),
            replica
                .journal()
                .inInterval("fragment is here", query.object(), () -> then.accept(outcome, true)),
            replica
                .journal()
                .inInterval(
                    "refused fragment is here", query.object(), () -> then.accept(outcome, false)));
  }

  /** Whether the fragment has the wanted version, and the size that belongs to its object. */
  private boolean isRight(ObjectView view, FragmentMessage.Query query) {
    Payload record = view.attributes().get(ObjectInfo.ATTRIBUTE);
    return record != null
        && ObjectState.of(view).version().equals(query.version())
        && view.size()
            == replica
                .redundancy()
                .storedBytes(
                    replica.self().position(), GroupRecords.OBJECT.decode(record).objectBytes());
  }
}
