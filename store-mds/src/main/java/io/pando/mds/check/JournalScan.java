package io.pando.mds.check;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.mds.format.MetadataRecords;
import io.pando.mds.journal.JournalHead;
import io.pando.mds.journal.JournalReader;
import io.pando.mds.store.CallFailedException;
import io.pando.mds.store.ObjectAnswer;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.proto.FormatException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the journal, and says later whether it has changed since.
 *
 * <p>An active server cuts the journal while it is read. What looks like damage then is read again
 * from the new beginning; it counts if the beginning has not moved.
 */
final class JournalScan {
  private static final int READ_AHEAD = 4;
  private static final int MOST_ATTEMPTS = 10;
  private static final int MAGIC_BYTES = 8;

  /** How the journal was read. */
  sealed interface Result {
    /** To its end. */
    record Read(JournalRows rows) implements Result {}

    /** There is none. */
    record Absent() implements Result {}

    /** It is damaged. */
    record Damaged(Inconsistency what) implements Result {}
  }

  private final CheckTarget target;
  private final CheckCalls calls;
  private final Consumer<Result> done;
  private JournalRows rows;
  private JournalHead head = JournalHead.EMPTY;
  private int attempts;
  private boolean over;
  private long end;

  JournalScan(CheckTarget target, CheckCalls calls, Consumer<Result> done) {
    this.target = target;
    this.calls = calls;
    this.done = done;
    this.rows = new JournalRows(target.hash());
  }

  void begin() {
    readHead(found -> {
      if (found == null) {
        end(new Result.Absent());
      } else {
        read(found);
      }
    });
  }

  private void end(Result result) {
    if (!over) {
      over = true;
      done.accept(result);
    }
  }

  private void damaged(String object, long offset, String what) {
    end(new Result.Damaged(new Inconsistency.DamagedJournal(object, offset, what)));
  }

  /** Reads the head; the consumer takes null if there is none, and nothing if it is damaged. */
  private void readHead(Consumer<@Nullable JournalHead> then) {
    String object = target.journal().headName();
    calls.call(
        target.metadata(),
        object,
        List.of(new ObjectOp.ListAttributes()),
        outcome -> {
          JournalHead found;
          try {
            Payload bytes =
                ObjectAnswer.of(object, outcome).attributes().get(JournalHead.ATTRIBUTE);
            found = bytes == null ? null : MetadataRecords.JOURNAL_HEAD.decode(bytes);
          } catch (FormatException | CallFailedException | IllegalArgumentException e) {
            damaged(object, 0, "has no readable head: " + e.getMessage());
            return;
          }
          then.accept(found);
        });
  }

  private void read(JournalHead from) {
    attempts++;
    head = from;
    rows = new JournalRows(target.hash());
    JournalReader[] reader = new JournalReader[1];
    reader[0] =
        new JournalReader(
            target.journal(),
            from,
            READ_AHEAD,
            step -> {
              switch (step) {
                case JournalReader.Step.Read it -> readObject(reader, it);
                case JournalReader.Step.Batched it -> add(it);
                case JournalReader.Step.Ended it -> {
                  end = it.position();
                  end(new Result.Read(rows));
                }
                case JournalReader.Step.Damaged it -> onDamage(it.object(), it.offset(), it.what());
              }
            });
  }

  private void readObject(JournalReader[] reader, JournalReader.Step.Read read) {
    calls.call(
        target.metadata(),
        read.name(),
        List.of(new ObjectOp.Read(new ByteRange(0, target.journal().objectBytes()))),
        outcome -> {
          switch (outcome) {
            case OpOutcome.Succeeded it -> reader[0].onObject(read.object(), data(it));
            case OpOutcome.Failed it when it.error() == OpError.NOT_FOUND ->
                reader[0].onObject(read.object(), null);
            case OpOutcome.Failed it -> damaged(read.name(), 0, "cannot be read: " + it.detail());
          }
        });
  }

  private static Payload data(OpOutcome.Succeeded outcome) {
    return outcome.results().getFirst() instanceof OpResult.Data it ? it.data() : Payload.EMPTY;
  }

  private void add(JournalReader.Step.Batched batch) {
    for (Payload each : batch.records()) {
      try {
        rows.add(MetadataRecords.JOURNAL.decode(each));
      } catch (FormatException | IllegalArgumentException e) {
        damaged(
            target.journal().headName(),
            batch.place().begin(),
            "has a record that cannot be read: " + e.getMessage());
      }
    }
  }

  private void onDamage(String object, long offset, String what) {
    readHead(now -> {
      if (now == null || now.equals(head) || attempts == MOST_ATTEMPTS) {
        damaged(object, offset, what);
      } else {
        read(now);
      }
    });
  }

  /** Says whether no batch follows the last one that was read. */
  void isUnchanged(Consumer<Boolean> then) {
    long bytes = target.journal().objectBytes();
    long object = end / bytes;
    String headName = target.journal().headName();
    readBytes(
        target.journal().nameOf(object),
        end % bytes,
        first ->
            readBytes(
                target.journal().nameOf(object + 1),
                0,
                second ->
                    calls.call(
                        target.metadata(),
                        headName,
                        List.of(new ObjectOp.ListAttributes()),
                        outcome -> then.accept(first && second && isBefore(headName, outcome)))));
  }

  /** Whether the journal still begins where it did, or at least not behind its former end. */
  private boolean isBefore(String headName, OpOutcome outcome) {
    try {
      Payload bytes = ObjectAnswer.of(headName, outcome).attributes().get(JournalHead.ATTRIBUTE);
      return bytes != null && MetadataRecords.JOURNAL_HEAD.decode(bytes).begin() <= end;
    } catch (FormatException | CallFailedException | IllegalArgumentException _) {
      return false;
    }
  }

  /** Reads where the next batch would be; true if nothing is there. */
  private void readBytes(String object, long offset, Consumer<Boolean> then) {
    calls.call(
        target.metadata(),
        object,
        List.of(new ObjectOp.Read(new ByteRange(offset, MAGIC_BYTES))),
        outcome ->
            then.accept(
                switch (outcome) {
                  case OpOutcome.Succeeded it -> isZero(data(it));
                  case OpOutcome.Failed it -> it.error() == OpError.NOT_FOUND;
                }));
  }

  private static boolean isZero(Payload bytes) {
    for (byte each : bytes.toByteArray()) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }
}
