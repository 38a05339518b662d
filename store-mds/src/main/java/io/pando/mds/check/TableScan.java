package io.pando.mds.check;

import io.pando.bytes.Payload;
import io.pando.mds.store.CallFailedException;
import io.pando.mds.store.ObjectAnswer;
import io.pando.mds.table.Stored;
import io.pando.mds.table.TableCommit;
import io.pando.mds.table.TableFormat;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.proto.FormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads one table: the rows of its object, page by page, as far as the journal does not say others.
 */
final class TableScan<H, K extends Comparable<K>, V> {
  private static final int PAGE_ROWS = 2_000;

  /** Takes the table. */
  interface Sink<H, K, V> {
    /** The other attributes of the object; told before the rows. */
    void onAttributes(SortedMap<String, Payload> attributes);

    /** A row; each key once. */
    void onRow(K key, V value);

    /** All rows were told. */
    void onEnd(H head);
  }

  private final CheckParts parts;
  private final String object;
  private final TableFormat<H, K, V> format;
  private final TableRows<H, K, V> journal;
  private final Sink<H, K, V> sink;
  private @Nullable H head;

  TableScan(
      CheckParts parts,
      String object,
      TableFormat<H, K, V> format,
      TableRows<H, K, V> journal,
      Sink<H, K, V> sink) {
    this.parts = parts;
    this.object = object;
    this.format = format;
    this.journal = journal;
    this.sink = sink;
  }

  void begin() {
    page(null);
  }

  private void page(@Nullable String after) {
    List<ObjectOp> operations = new ArrayList<>();
    if (after == null) {
      operations.add(new ObjectOp.ListAttributes());
    }
    operations.add(new ObjectOp.ListEntries(after, "", PAGE_ROWS));
    parts
        .calls()
        .call(
            parts.target().metadata(),
            object,
            operations,
            outcome -> onPage(after == null, outcome));
  }

  private void onPage(boolean first, OpOutcome outcome) {
    ObjectAnswer answer;
    try {
      answer = ObjectAnswer.of(object, outcome);
    } catch (CallFailedException failed) {
      unreadable("", failed);
      return;
    }
    if (first) {
      readHead(answer.attributes());
    }
    answer.entries().forEach(this::onEntry);
    if (answer.more() && !answer.entries().isEmpty()) {
      page(answer.entries().lastKey());
    } else {
      journal.each(sink::onRow);
      H changed = journal.head();
      H stored = head;
      sink.onEnd(changed != null ? changed : stored != null ? stored : format.emptyHead());
    }
  }

  private void readHead(SortedMap<String, Payload> attributes) {
    Payload bytes = attributes.get(TableCommit.HEAD);
    try {
      head = bytes == null ? null : format.decodeHead(bytes).value();
    } catch (FormatException | IllegalArgumentException e) {
      unreadable("its head", e);
    }
    sink.onAttributes(attributes);
  }

  private void onEntry(String text, Payload bytes) {
    K key;
    Stored<V> row;
    try {
      key = format.key(text);
      row = format.decode(bytes);
    } catch (FormatException | IllegalArgumentException e) {
      unreadable("row " + text, e);
      return;
    }
    long journaled = journal.version(key);
    if (journaled < 0) {
      sink.onRow(key, row.value());
    } else if (row.version() > journaled) {
      parts
          .problems()
          .add(new Inconsistency.AheadOfJournal(object, text, row.version(), journaled));
    }
  }

  private void unreadable(String row, Exception why) {
    parts
        .problems()
        .add(new Inconsistency.Unreadable(object, row, String.valueOf(why.getMessage())));
  }
}
