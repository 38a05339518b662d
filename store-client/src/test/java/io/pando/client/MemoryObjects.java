package io.pando.client;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.GroupTree;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Objects on the heap, and the meaning of the operations that these tests use. */
final class MemoryObjects {
  private record Stored(
      Payload data, TreeMap<String, Payload> attributes, TreeMap<String, Payload> entries) {
    Stored copy() {
      TreeMap<String, Payload> entriesCopy = new TreeMap<>(Utf8Order.INSTANCE);
      entriesCopy.putAll(entries);
      return new Stored(data, new TreeMap<>(attributes), entriesCopy);
    }

    Stored with(byte[] other) {
      return new Stored(Payload.wrap(other), attributes, entries);
    }
  }

  private static final class Failure extends RuntimeException {
    final OpError error;

    Failure(OpError error) {
      super(error.name());
      this.error = error;
    }
  }

  private final TreeMap<ObjectId, Stored> objects = new TreeMap<>();
  private final TreeMap<ObjectId, Version> versions = new TreeMap<>();
  private long counter;

  ObjectMessage.ListReply list(PoolInfo pool, ObjectMessage.ListObjects request) {
    List<ObjectId> found = new ArrayList<>();
    for (ObjectId object : objects.keySet()) {
      ObjectId after = request.after();
      if (inGroup(pool, object, request.group())
          && (after == null || object.compareTo(after) > 0)) {
        found.add(object);
      }
    }
    boolean more = found.size() > request.max();
    return new ObjectMessage.ListReply(
        request.id(),
        request.epoch(),
        more ? found.subList(0, request.max()) : found,
        more,
        GroupTree.range(request.group().seed(), pool.groupCount()).last());
  }

  private static boolean inGroup(PoolInfo pool, ObjectId object, PgId group) {
    return Placement.group(pool, object).equals(group);
  }

  OpOutcome execute(ObjectId id, List<ObjectOp> ops) {
    Stored stored = objects.get(id);
    Stored draft = stored == null ? null : stored.copy();
    List<OpResult> results = new ArrayList<>();
    boolean mutated = false;
    for (ObjectOp op : ops) {
      try {
        if (op instanceof ObjectOp.Mutation mutation) {
          draft = mutate(draft, mutation);
          mutated = true;
          results.add(new OpResult.Done());
        } else {
          results.add(look(id, draft, op));
        }
      } catch (Failure failure) {
        return new OpOutcome.Failed(failure.error, results.size(), "");
      }
    }
    if (mutated) {
      keep(id, draft);
    }
    return new OpOutcome.Succeeded(versions.getOrDefault(id, Version.ZERO), results);
  }

  private void keep(ObjectId id, @Nullable Stored draft) {
    versions.put(id, new Version(1, ++counter));
    if (draft == null) {
      objects.remove(id);
    } else {
      objects.put(id, draft);
    }
  }

  private OpResult look(ObjectId id, @Nullable Stored stored, ObjectOp op) {
    if (op instanceof ObjectOp.CompareAttribute compare) {
      Payload value =
          stored == null
              ? Payload.EMPTY
              : stored.attributes().getOrDefault(compare.name(), Payload.EMPTY);
      if (!value.equals(compare.value())) {
        throw new Failure(OpError.CONDITION_FAILED);
      }
      return new OpResult.Done();
    }
    if (stored == null) {
      throw new Failure(OpError.NOT_FOUND);
    }
    Version version = versions.getOrDefault(id, Version.ZERO);
    return switch (op) {
      case ObjectOp.AssertExists _ -> new OpResult.Done();
      case ObjectOp.AssertVersion asserted -> {
        if (!asserted.version().equals(version)) {
          throw new Failure(OpError.VERSION_MISMATCH);
        }
        yield new OpResult.Done();
      }
      case ObjectOp.Read read -> new OpResult.Data(bytes(stored, read.range()));
      case ObjectOp.SparseRead read ->
          new OpResult.SparseData(List.of(read.range()), bytes(stored, read.range()));
      case ObjectOp.Stat _ -> new OpResult.Stat(stored.data().size(), version, 1_000);
      case ObjectOp.GetAttribute get -> {
        Payload value = stored.attributes().get(get.name());
        if (value == null) {
          throw new Failure(OpError.NO_ATTRIBUTE);
        }
        TreeMap<String, Payload> one = new TreeMap<>();
        one.put(get.name(), value);
        yield new OpResult.Attributes(one);
      }
      case ObjectOp.ListAttributes _ -> new OpResult.Attributes(stored.attributes());
      case ObjectOp.GetEntries get -> {
        TreeMap<String, Payload> some = new TreeMap<>(stored.entries());
        some.keySet().retainAll(get.keys());
        yield new OpResult.Entries(some, false);
      }
      case ObjectOp.ListEntries list -> entries(stored, list);
      default -> throw new AssertionError("not used here: " + op);
    };
  }

  private static OpResult entries(Stored stored, ObjectOp.ListEntries list) {
    TreeMap<String, Payload> page = new TreeMap<>(Utf8Order.INSTANCE);
    String after = list.after();
    boolean more = false;
    for (var entry : stored.entries().entrySet()) {
      if ((after == null || Utf8Order.INSTANCE.compare(entry.getKey(), after) > 0)
          && entry.getKey().startsWith(list.prefix())) {
        if (page.size() == list.maxEntries()) {
          more = true;
          break;
        }
        page.put(entry.getKey(), entry.getValue());
      }
    }
    return new OpResult.Entries(page, more);
  }

  private static Payload bytes(Stored stored, ByteRange range) {
    int from = (int) Math.min(range.offset(), stored.data().size());
    int to = (int) Math.min(range.end(), stored.data().size());
    return stored.data().slice(from, to - from);
  }

  private static @Nullable Stored mutate(@Nullable Stored before, ObjectOp.Mutation op) {
    Stored stored =
        before == null
            ? new Stored(Payload.EMPTY, new TreeMap<>(), new TreeMap<>(Utf8Order.INSTANCE))
            : before;
    return switch (op) {
      case ObjectOp.Create create -> {
        if (create.exclusive() && before != null) {
          throw new Failure(OpError.ALREADY_EXISTS);
        }
        yield stored;
      }
      case ObjectOp.Write write ->
          stored.with(written(stored.data(), write.offset(), write.data()));
      case ObjectOp.WriteFull write -> stored.with(write.data().toByteArray());
      case ObjectOp.Append append ->
          stored.with(written(stored.data(), stored.data().size(), append.data()));
      case ObjectOp.Truncate cut ->
          stored.with(Arrays.copyOf(stored.data().toByteArray(), (int) cut.size()));
      case ObjectOp.Zero zero -> {
        byte[] data = stored.data().toByteArray();
        int end = (int) Math.min(zero.range().end(), data.length);
        Arrays.fill(data, (int) Math.min(zero.range().offset(), end), end, (byte) 0);
        yield before == null ? null : stored.with(data);
      }
      case ObjectOp.Remove _ -> {
        if (before == null) {
          throw new Failure(OpError.NOT_FOUND);
        }
        yield null;
      }
      case ObjectOp.SetAttribute set -> {
        stored.attributes().put(set.name(), set.value());
        yield stored;
      }
      case ObjectOp.RemoveAttribute remove -> {
        if (stored.attributes().remove(remove.name()) == null) {
          throw new Failure(OpError.NO_ATTRIBUTE);
        }
        yield stored;
      }
      case ObjectOp.SetEntries set -> {
        stored.entries().putAll(set.entries());
        yield stored;
      }
      case ObjectOp.RemoveEntries remove -> {
        stored.entries().keySet().removeAll(remove.keys());
        yield stored;
      }
      case ObjectOp.EndLoss _ -> throw new AssertionError("an operator's order");
      case ObjectOp.RemoveEntryRange range -> {
        String to = range.to();
        stored
            .entries()
            .keySet()
            .removeIf(key ->
                Utf8Order.INSTANCE.compare(key, range.from()) >= 0
                    && (to == null || Utf8Order.INSTANCE.compare(key, to) < 0));
        yield stored;
      }
    };
  }

  private static byte[] written(Payload before, long offset, Payload data) {
    int end = (int) offset + data.size();
    byte[] after = Arrays.copyOf(before.toByteArray(), Math.max(before.size(), end));
    data.asByteBuffer().get(after, (int) offset, data.size());
    return after;
  }
}
