package io.pando.sim.scale;

import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Objects in memory that execute the operations of metadata servers. Objects that were not written
 * may be computed when they are read, so that a file system of millions of files takes no memory.
 */
public final class MeasuredObjects {
  private static final Version VERSION = new Version(1, 1);

  /** An object. */
  static final class Content {
    private final NavigableMap<String, Payload> attributes = new TreeMap<>();
    private final NavigableMap<String, Payload> entries = new TreeMap<>();
    private byte[] bytes = new byte[0];
    private int size;

    Content attribute(String name, Payload value) {
      attributes.put(name, value);
      return this;
    }

    Content entry(String key, Payload value) {
      entries.put(key, value);
      return this;
    }

    private void write(int offset, Payload data) {
      int end = offset + data.size();
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length * 2));
      }
      data.copyTo(bytes, offset);
      size = Math.max(size, end);
    }

    private Payload read(long from, long to) {
      return Payload.wrap(
          Arrays.copyOfRange(bytes, (int) Math.min(from, size), (int) Math.min(to, size)));
    }
  }

  private final NavigableMap<String, Content> objects = new TreeMap<>();
  private final Function<String, @Nullable Content> computed;
  private String lastName = "";
  private @Nullable Content last;

  /** Objects that were not written do not exist. */
  public MeasuredObjects() {
    this(_ -> null);
  }

  /**
   * No object was written yet.
   *
   * @param computed what an object has that was not written; null if it does not exist
   */
  MeasuredObjects(Function<String, @Nullable Content> computed) {
    this.computed = computed;
  }

  private @Nullable Content find(String name) {
    Content written = objects.get(name);
    if (written != null) {
      return written;
    }
    if (!name.equals(lastName)) {
      lastName = name;
      last = computed.apply(name);
    }
    return last;
  }

  /** Executes operations as a whole. */
  public OpOutcome execute(String name, List<ObjectOp> operations) {
    Content found = find(name);
    boolean changes = operations.stream().anyMatch(ObjectOp.Mutation.class::isInstance);
    boolean creates =
        changes
            && operations.stream()
                .noneMatch(
                    it -> it instanceof ObjectOp.Remove || it instanceof ObjectOp.AssertExists);
    if (found == null && !creates) {
      return new OpOutcome.Failed(OpError.NOT_FOUND, 0, name + " does not exist");
    }
    Content object = found == null ? new Content() : found;
    if (changes) {
      objects.put(name, object);
    }
    List<OpResult> results = new ArrayList<>();
    for (ObjectOp operation : operations) {
      results.add(execute(name, object, operation));
    }
    return new OpOutcome.Succeeded(VERSION, results);
  }

  private OpResult execute(String name, Content object, ObjectOp operation) {
    switch (operation) {
      case ObjectOp.Read it -> {
        return new OpResult.Data(object.read(it.range().offset(), it.range().end()));
      }
      case ObjectOp.ListAttributes _ -> {
        return new OpResult.Attributes(new TreeMap<>(object.attributes));
      }
      case ObjectOp.GetEntries it -> {
        SortedMap<String, Payload> some = new TreeMap<>();
        for (String key : it.keys()) {
          Payload value = object.entries.get(key);
          if (value != null) {
            some.put(key, value);
          }
        }
        return new OpResult.Entries(some, false);
      }
      case ObjectOp.ListEntries it -> {
        return list(object, it);
      }
      case ObjectOp.Stat _ -> {
        return new OpResult.Stat(object.size, VERSION, 0);
      }
      case ObjectOp.AssertExists _ -> {}
      case ObjectOp.Write it -> object.write((int) it.offset(), it.data());
      case ObjectOp.Truncate it -> object.size = (int) Math.min(object.size, it.size());
      case ObjectOp.SetAttribute it -> object.attributes.put(it.name(), it.value());
      case ObjectOp.SetEntries it -> object.entries.putAll(it.entries());
      case ObjectOp.RemoveEntries it -> it.keys().forEach(object.entries::remove);
      case ObjectOp.Remove _ -> objects.remove(name);
      default -> throw new IllegalArgumentException("no metadata server does " + operation);
    }
    return new OpResult.Done();
  }

  private static OpResult list(Content object, ObjectOp.ListEntries it) {
    String after = it.after();
    NavigableMap<String, Payload> rest =
        after == null ? object.entries : object.entries.tailMap(after, false);
    SortedMap<String, Payload> page = new TreeMap<>();
    for (Map.Entry<String, Payload> each : rest.entrySet()) {
      if (page.size() == it.maxEntries()) {
        return new OpResult.Entries(page, true);
      }
      page.put(each.getKey(), each.getValue());
    }
    return new OpResult.Entries(page, false);
  }
}
