package io.pando.mds.store;

import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A pool of objects that executes the operations that metadata servers use. */
public final class PlayedObjects {
  /** An object. */
  private static final class Played {
    private byte[] bytes = new byte[0];
    private final SortedMap<String, Payload> attributes = new TreeMap<>();
    private final NavigableMap<String, Payload> entries = new TreeMap<>();
  }

  private final NavigableMap<String, Played> objects = new TreeMap<>();
  private final SortedSet<String> removed = new TreeSet<>();
  private final SortedSet<String> removedBefore = new TreeSet<>();

  /** Names of the objects that exist. */
  public List<String> names() {
    return List.copyOf(objects.keySet());
  }

  /** Size of an object; -1 if it does not exist. */
  public int size(String name) {
    Played object = objects.get(name);
    return object == null ? -1 : object.bytes.length;
  }

  /** Whether an operation has removed an object, or found it removed. */
  public boolean wasRemoved(String name) {
    return removed.contains(name);
  }

  /** The same of operations before the newest {@link #serverFailed}. */
  public boolean wasRemovedBefore(String name) {
    return removedBefore.contains(name);
  }

  /** Other operations follow than those of the present server. */
  public void serverFailed() {
    removedBefore.addAll(removed);
  }

  public OpOutcome execute(String name, List<ObjectOp> operations) {
    Played object = objects.get(name);
    if (operations.stream().anyMatch(ObjectOp.Remove.class::isInstance)) {
      removed.add(name);
    }
    boolean creates =
        operations.stream()
            .anyMatch(it -> it instanceof ObjectOp.Mutation && !(it instanceof ObjectOp.Remove));
    boolean asserts = operations.stream().anyMatch(ObjectOp.AssertExists.class::isInstance);
    if (object == null && (asserts || !creates)) {
      return new OpOutcome.Failed(OpError.NOT_FOUND, 0, name + " does not exist");
    }
    Played found = object == null ? new Played() : object;
    objects.put(name, found);
    List<OpResult> results = new ArrayList<>();
    for (ObjectOp operation : operations) {
      results.add(execute(name, found, operation));
    }
    return new OpOutcome.Succeeded(new Version(1, 1), results);
  }

  private OpResult execute(String name, Played object, ObjectOp operation) {
    switch (operation) {
      case ObjectOp.Read it -> {
        int from = (int) Math.min(it.range().offset(), object.bytes.length);
        int to = (int) Math.min(it.range().end(), object.bytes.length);
        return new OpResult.Data(Payload.wrap(Arrays.copyOfRange(object.bytes, from, to)));
      }
      case ObjectOp.ListAttributes _ -> {
        return new OpResult.Attributes(new TreeMap<>(object.attributes));
      }
      case ObjectOp.GetEntries it -> {
        SortedMap<String, Payload> some = new TreeMap<>(object.entries);
        some.keySet().retainAll(it.keys());
        return new OpResult.Entries(some, false);
      }
      case ObjectOp.ListEntries it -> {
        return list(object, it);
      }
      case ObjectOp.Write it -> {
        int end = (int) it.offset() + it.data().size();
        object.bytes = Arrays.copyOf(object.bytes, Math.max(end, object.bytes.length));
        it.data().copyTo(object.bytes, (int) it.offset());
      }
      case ObjectOp.Truncate it -> object.bytes = Arrays.copyOf(object.bytes, (int) it.size());
      case ObjectOp.Stat _ -> {
        return new OpResult.Stat(object.bytes.length, new Version(1, 1), 0);
      }
      case ObjectOp.AssertExists _ -> {}
      case ObjectOp.SetAttribute it -> object.attributes.put(it.name(), it.value());
      case ObjectOp.SetEntries it -> object.entries.putAll(it.entries());
      case ObjectOp.RemoveEntries it -> it.keys().forEach(object.entries::remove);
      case ObjectOp.Remove _ -> objects.remove(name);
      default -> throw new AssertionError("not played: " + operation);
    }
    return new OpResult.Done();
  }

  private static OpResult list(Played object, ObjectOp.ListEntries it) {
    String after = it.after();
    NavigableMap<String, Payload> rest =
        after == null ? object.entries : object.entries.tailMap(after, false);
    SortedMap<String, Payload> page = new TreeMap<>();
    rest.forEach((key, value) -> {
      if (page.size() < it.maxEntries()) {
        page.put(key, value);
      }
    });
    return new OpResult.Entries(page, page.size() < rest.size());
  }

  /** Flips a bit of an object; false if it has no such byte. */
  public boolean flip(String name, int at, int bit) {
    Played object = objects.get(name);
    if (object == null || at >= object.bytes.length) {
      return false;
    }
    object.bytes[at] ^= (byte) (1 << bit);
    return true;
  }

  /** The bytes of an object; empty if it does not exist. */
  byte[] bytes(String name) {
    Played object = objects.get(name);
    return object == null ? new byte[0] : object.bytes.clone();
  }

  /** Gives an object other bytes. */
  void setBytes(String name, byte[] bytes) {
    Objects.requireNonNull(objects.get(name)).bytes = bytes;
  }

  /** Removes an object. */
  public void remove(String name) {
    objects.remove(name);
  }
}
