package io.pando.sim.workload;

import io.pando.bytes.Payload;
import io.pando.client.EntryPage;
import io.pando.client.Handle;
import io.pando.client.ObjectOperation;
import io.pando.client.ObjectStat;
import io.pando.client.OperationResult;
import io.pando.collect.Utf8Order;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A vector of operations built as applications do with the SDK, and its results as applications get
 * them.
 */
final class SdkVector {
  private final ObjectOperation.Builder builder = ObjectOperation.builder();
  private final List<Function<OperationResult, OpResult>> reading = new ArrayList<>();
  private final ObjectOperation operation;

  SdkVector(List<ObjectOp> ops) {
    for (ObjectOp op : ops) {
      switch (op) {
        case ObjectOp.Query query -> add(query);
        case ObjectOp.Condition condition -> add(condition);
        case ObjectOp.Mutation mutation -> add(mutation);
      }
    }
    this.operation = builder.build();
  }

  ObjectOperation operation() {
    return operation;
  }

  /** One result for each operation. */
  List<OpResult> results(OperationResult result) {
    return reading.stream().map(read -> read.apply(result)).toList();
  }

  private void add(ObjectOp.Query query) {
    switch (query) {
      case ObjectOp.Read read -> {
        Handle<Payload> handle = Handle.bytes();
        builder.read(read.range().offset(), read.range().length(), handle);
        reading.add(result -> new OpResult.Data(result.get(handle)));
      }
      case ObjectOp.SparseRead read -> {
        Handle<OpResult.SparseData> handle = Handle.sparseBytes();
        builder.readSparse(read.range().offset(), read.range().length(), handle);
        reading.add(result -> result.get(handle));
      }
      case ObjectOp.Stat _ -> {
        Handle<ObjectStat> handle = Handle.stat();
        builder.stat(handle);
        reading.add(result -> stat(result.get(handle)));
      }
      case ObjectOp.GetAttribute get -> {
        Handle<Payload> handle = Handle.attribute();
        builder.getAttribute(get.name(), handle);
        reading.add(result -> attribute(get.name(), result.get(handle)));
      }
      case ObjectOp.ListAttributes _ -> {
        Handle<SortedMap<String, Payload>> handle = Handle.attributes();
        builder.listAttributes(handle);
        reading.add(result -> new OpResult.Attributes(result.get(handle)));
      }
      case ObjectOp.GetEntries get -> {
        Handle<EntryPage> handle = Handle.entries();
        builder.getEntries(get.keys(), handle);
        reading.add(result -> entries(result.get(handle)));
      }
      case ObjectOp.ListEntries list -> {
        Handle<EntryPage> handle = Handle.entries();
        builder.listEntries(list.after(), list.prefix(), list.maxEntries(), handle);
        reading.add(result -> entries(result.get(handle)));
      }
    }
  }

  private static OpResult stat(ObjectStat stat) {
    return new OpResult.Stat(stat.sizeBytes(), stat.version(), stat.modified().toEpochMilli());
  }

  private static OpResult attribute(String name, Payload value) {
    SortedMap<String, Payload> one = new TreeMap<>(Utf8Order.INSTANCE);
    one.put(name, value);
    return new OpResult.Attributes(one);
  }

  private static OpResult entries(EntryPage page) {
    return new OpResult.Entries(page.entries(), page.more());
  }

  private void add(ObjectOp.Condition condition) {
    switch (condition) {
      case ObjectOp.AssertExists _ -> builder.assertExists();
      case ObjectOp.AssertVersion it -> builder.assertVersion(it.version());
      case ObjectOp.CompareAttribute it ->
          builder.compareAttribute(it.name(), it.comparison(), it.value().toByteArray());
    }
    reading.add(_ -> new OpResult.Done());
  }

  private void add(ObjectOp.Mutation mutation) {
    switch (mutation) {
      case ObjectOp.Create it when it.exclusive() -> builder.createExclusive();
      case ObjectOp.Create _ -> builder.create();
      case ObjectOp.Write it -> builder.write(it.offset(), it.data().asByteBuffer());
      case ObjectOp.WriteFull it -> builder.writeFull(it.data().asByteBuffer());
      case ObjectOp.Append it -> builder.append(it.data().asByteBuffer());
      case ObjectOp.Truncate it -> builder.truncate(it.size());
      case ObjectOp.Zero it -> builder.zero(it.range().offset(), it.range().length());
      case ObjectOp.Remove _ -> builder.remove();
      case ObjectOp.SetAttribute it -> builder.setAttribute(it.name(), it.value().toByteArray());
      case ObjectOp.RemoveAttribute it -> builder.removeAttribute(it.name());
      case ObjectOp.SetEntries it -> {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        it.entries().forEach((key, value) -> entries.put(key, value.toByteArray()));
        builder.setEntries(entries);
      }
      case ObjectOp.RemoveEntries it -> builder.removeEntries(it.keys());
      case ObjectOp.EndLoss _ ->
          throw new IllegalArgumentException("an operator's order, not a client's");
      case ObjectOp.RemoveEntryRange it -> builder.removeEntryRange(it.from(), it.to());
    }
    reading.add(_ -> new OpResult.Done());
  }
}
