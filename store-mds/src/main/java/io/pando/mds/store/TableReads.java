package io.pando.mds.store;

import io.pando.bytes.Payload;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.table.TableCommit;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.proto.FormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads of rows and heads from objects into tables. */
final class TableReads {
  private final Calls calls;
  private final int pageRows;
  private final BiConsumer<Long, @Nullable String> ended;
  private long last;

  /**
   * No reads.
   *
   * @param ended told of the end of each read by its number, and of what is wrong: null if nothing
   */
  TableReads(Calls calls, int pageRows, BiConsumer<Long, @Nullable String> ended) {
    this.calls = calls;
    this.pageRows = pageRows;
    this.ended = ended;
  }

  /** Number of reads that were begun. */
  long begun() {
    return last;
  }

  /** Reads the head, and some rows; returns the number of the read. */
  <H, K extends Comparable<K>, V> long rows(MetadataTable<H, K, V> table, List<K> keys) {
    last++;
    long read = last;
    List<ObjectOp> operations = new ArrayList<>();
    operations.add(new ObjectOp.ListAttributes());
    if (!keys.isEmpty()) {
      operations.add(new ObjectOp.GetEntries(keys.stream().map(table::text).toList()));
    }
    MetadataTable.Reading reading = table.beginRead();
    calls.call(
        table.object(),
        operations,
        outcome -> end(table, read, () -> onRows(table, reading, keys, outcome)));
    return read;
  }

  private static <H, K extends Comparable<K>, V> void onRows(
      MetadataTable<H, K, V> table, MetadataTable.Reading reading, List<K> keys, OpOutcome outcome)
      throws CallFailedException {
    ObjectAnswer answer = ObjectAnswer.of(table.object(), outcome);
    table.onHead(answer.attributes().get(TableCommit.HEAD));
    for (K key : keys) {
      Payload bytes = answer.entries().get(table.text(key));
      // An answer that its size limits does not say that a row is absent.
      if (bytes != null || !answer.more()) {
        table.onRead(reading, key, bytes);
      }
    }
  }

  /** Reads the head and all rows, page by page; returns the number of the read. */
  <H, K extends Comparable<K>, V> long all(MetadataTable<H, K, V> table) {
    last++;
    page(table, table.beginRead(), last, null);
    return last;
  }

  /**
   * Reads rows behind one, and no others.
   *
   * @param after null to begin with the first
   * @param most most rows
   * @param end told where the page ends, before the read does; not if it fails
   */
  <H, K extends Comparable<K>, V> long page(
      MetadataTable<H, K, V> table, @Nullable K after, int most, Consumer<@Nullable K> end) {
    last++;
    long read = last;
    MetadataTable.Reading reading = table.beginRead();
    String behind = after == null ? null : table.text(after);
    calls.call(
        table.object(),
        List.of(new ObjectOp.ListAttributes(), new ObjectOp.ListEntries(behind, "", most)),
        outcome ->
            end(
                table,
                read,
                () -> {
                  ObjectAnswer answer = ObjectAnswer.of(table.object(), outcome);
                  table.onHead(answer.attributes().get(TableCommit.HEAD));
                  answer
                      .entries()
                      .forEach((key, bytes) -> table.onRead(reading, table.key(key), bytes));
                  end.accept(answer.more() ? table.key(answer.entries().lastKey()) : null);
                }));
    return read;
  }

  private <H, K extends Comparable<K>, V> void page(
      MetadataTable<H, K, V> table,
      MetadataTable.Reading reading,
      long read,
      @Nullable String after) {
    List<ObjectOp> operations = new ArrayList<>();
    if (after == null) {
      operations.add(new ObjectOp.ListAttributes());
    }
    operations.add(new ObjectOp.ListEntries(after, "", pageRows));
    calls.call(
        table.object(),
        operations,
        outcome -> {
          String problem = attempt(() -> onPage(table, reading, read, after, outcome));
          if (problem != null) {
            table.endRead();
            ended.accept(read, problem);
          }
        });
  }

  private <H, K extends Comparable<K>, V> void onPage(
      MetadataTable<H, K, V> table,
      MetadataTable.Reading reading,
      long read,
      @Nullable String after,
      OpOutcome outcome)
      throws CallFailedException {
    ObjectAnswer answer = ObjectAnswer.of(table.object(), outcome);
    if (after == null) {
      table.onHead(answer.attributes().get(TableCommit.HEAD));
    }
    for (Map.Entry<String, Payload> each : answer.entries().entrySet()) {
      table.onRead(reading, table.key(each.getKey()), each.getValue());
    }
    if (answer.more()) {
      page(table, reading, read, answer.entries().lastKey());
    } else {
      table.onAllRead(reading);
      table.endRead();
      ended.accept(read, null);
    }
  }

  /** Handles an answer. */
  private interface Handler {
    void run() throws CallFailedException;
  }

  private void end(MetadataTable<?, ?, ?> table, long read, Handler handler) {
    String problem = attempt(handler);
    table.endRead();
    ended.accept(read, problem);
  }

  private static @Nullable String attempt(Handler handler) {
    try {
      handler.run();
      return null;
    } catch (CallFailedException | FormatException | IllegalArgumentException damaged) {
      return String.valueOf(damaged.getMessage());
    }
  }
}
