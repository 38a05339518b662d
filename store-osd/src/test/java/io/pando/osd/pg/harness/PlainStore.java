package io.pando.osd.pg.harness;

import static io.pando.bytes.Payload.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.port.ObjectStore;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The store of one collection, in the plainest way. What is damaged can be listed, not read. */
public final class PlainStore {
  private static final int HOLE_BYTES = 64;

  /** What can be looked at but not read: its bytes are damaged. */
  public final SortedSet<ObjectId> damaged = new TreeSet<>();

  /** Numbers of blocks of {@value Payload#BLOCK_BYTES} bytes that cannot be read. */
  private final SortedMap<ObjectId, SortedSet<Long>> damagedBlocks = new TreeMap<>();

  /** What cannot be looked at either. */
  public final SortedSet<ObjectId> unreadable = new TreeSet<>();

  private final NavigableMap<ObjectId, PlainObject> objects = new TreeMap<>();
  private final NavigableMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);

  /** Takes all steps. */
  public void apply(List<? extends StoreOp> ops) {
    ops.forEach(this::apply);
  }

  private void apply(StoreOp op) {
    switch (op) {
      case StoreOp.OnObject onObject -> {
        ObjectId id = onObject.object();
        PlainObject object = objects.computeIfAbsent(id, _ -> new PlainObject());
        long before = object.size();
        object.apply(onObject);
        heal(onObject, before);
        if (!object.exists()) {
          objects.remove(id);
        }
        if (onObject instanceof StoreOp.Remove) {
          damaged.remove(id);
          unreadable.remove(id);
        }
      }
      case StoreOp.PutMeta put -> meta.putAll(put.entries());
      case StoreOp.RemoveMeta remove -> range(remove.from(), remove.to()).clear();
      case StoreOp.CreateCollection _ -> {}
      case StoreOp.RemoveCollection _ -> {
        objects.clear();
        meta.clear();
      }
      case StoreOp.MoveObjects _ -> throw new AssertionError("one collection only");
    }
  }

  /** Makes a block of an object unreadable. */
  public void damage(ObjectId id, long block) {
    damagedBlocks.computeIfAbsent(id, _ -> new TreeSet<>()).add(block);
  }

  /** Whether a block of an object, or all of it, cannot be read. */
  public boolean isDamaged(ObjectId id, long block) {
    return damaged.contains(id) || damagedBlocks.getOrDefault(id, new TreeSet<>()).contains(block);
  }

  /** Whether any of the object cannot be read. */
  public boolean isDamaged(ObjectId id) {
    return damaged.contains(id) || damagedBlocks.containsKey(id);
  }

  /** Blocks that are replaced as a whole, or cut off, are damaged no more. */
  private void heal(StoreOp.OnObject op, long bytesBefore) {
    if (op instanceof StoreOp.Write && damaged.remove(op.object())) {
      for (long block = 0; block * BLOCK_BYTES < bytesBefore; block++) {
        damage(op.object(), block);
      }
    }
    SortedSet<Long> blocks = damagedBlocks.get(op.object());
    if (blocks == null) {
      return;
    }
    switch (op) {
      case StoreOp.Remove _ -> blocks.clear();
      case StoreOp.Truncate cut -> blocks.removeIf(block -> block * BLOCK_BYTES >= cut.size());
      case StoreOp.Write write -> {
        long end = write.offset() + write.data().size();
        blocks.removeIf(block ->
            block * BLOCK_BYTES >= write.offset()
                && Math.min((block + 1) * BLOCK_BYTES, Math.max(bytesBefore, end)) <= end);
      }
      default -> {
        // Blocks stay as they are.
      }
    }
    if (blocks.isEmpty()) {
      damagedBlocks.remove(op.object());
    }
  }

  private boolean readsDamaged(ObjectId id, ObjectQuery query) {
    return damagedBlocks.getOrDefault(id, new TreeSet<>()).stream()
        .anyMatch(block ->
            query.data().stream()
                .anyMatch(range ->
                    range.offset() < (block + 1) * BLOCK_BYTES
                        && range.end() > block * BLOCK_BYTES));
  }

  /** An object gets bytes of one of the other collection, which may be this one. */
  void clone(StoreOp.CloneRange clone, PlainStore other) {
    PlainObject from = other.objects.get(clone.from().object());
    boolean same = other == this && clone.from().object().equals(clone.object());
    if (from != null && !same) {
      objects.computeIfAbsent(clone.object(), _ -> new PlainObject()).copy(from, clone.range());
    }
  }

  /** An object is replaced by a copy of one of the other collection, which may be this one. */
  void clone(StoreOp.Clone clone, PlainStore other) {
    PlainObject from = other.objects.get(clone.from().object());
    if (from != null) {
      objects.put(clone.object(), from.copy());
    }
  }

  /** Objects of a part of all positions go to another collection. */
  void move(PositionRange range, PlainStore into) {
    for (ObjectId id : ids()) {
      if (range.contains(id)) {
        into.objects.put(id, object(id));
        objects.remove(id);
      }
    }
  }

  /** A part of the collection's own map. */
  public SortedMap<String, Payload> meta(String from, @Nullable String to) {
    return new TreeMap<>(range(from, to));
  }

  private SortedMap<String, Payload> range(String from, @Nullable String to) {
    return to == null ? meta.tailMap(from) : meta.subMap(from, to);
  }

  /** What a query finds. */
  public ReadOutcome read(ObjectId id, ObjectQuery query) {
    PlainObject object = objects.get(id);
    if (object == null) {
      return new ReadOutcome.Absent();
    }
    boolean reads = !query.data().isEmpty() || !query.maps().isEmpty() || query.allocated();
    if (unreadable.contains(id) || (reads && damaged.contains(id)) || readsDamaged(id, query)) {
      return new ReadOutcome.Damaged("bad bytes of " + id.name());
    }
    return new ReadOutcome.Found(object.view(query, HOLE_BYTES));
  }

  /**
   * Reads objects in order, and stops after the first one that brings the sum to {@code maxBytes}.
   */
  public List<ReadOutcome> readAll(List<ObjectId> ids, ObjectQuery query, long maxBytes) {
    List<ReadOutcome> outcomes = new ArrayList<>();
    long bytes = 0;
    for (ObjectId id : ids) {
      ReadOutcome outcome = read(id, query);
      outcomes.add(outcome);
      bytes += outcome instanceof ReadOutcome.Found found ? found.view().bytesRead() : 0;
      if (bytes >= maxBytes) {
        break;
      }
    }
    return outcomes;
  }

  /** Objects behind one, in some parts, with their versions. */
  public ObjectStore.AttributeListing list(
      List<PositionRange> parts, @Nullable ObjectId after, int max) {
    List<ObjectStore.AttributeListing.Entry> entries = new ArrayList<>();
    for (ObjectId id : behind(after).keySet()) {
      if (parts.stream().anyMatch(part -> part.contains(id))) {
        if (entries.size() == max) {
          return new ObjectStore.AttributeListing(entries, true);
        }
        Payload stored = object(id).attributes().get(ObjectInfo.ATTRIBUTE);
        entries.add(new ObjectStore.AttributeListing.Entry(id, stored));
      }
    }
    return new ObjectStore.AttributeListing(entries, false);
  }

  private SortedMap<ObjectId, PlainObject> behind(@Nullable ObjectId after) {
    return after == null ? objects : objects.tailMap(after, false);
  }

  /** Objects behind one. */
  public ObjectStore.Listing list(@Nullable ObjectId after, int max) {
    List<ObjectId> found = behind(after).keySet().stream().limit(max).toList();
    return new ObjectStore.Listing(found, behind(after).size() > max);
  }

  /** What there is. */
  public List<ObjectId> ids() {
    return List.copyOf(objects.keySet());
  }

  /** An object; it must be there. */
  public PlainObject object(ObjectId id) {
    PlainObject object = objects.get(id);
    if (object == null) {
      throw new AssertionError("no object " + id);
    }
    return object;
  }

  /** Whether there is such an object. */
  public boolean has(ObjectId id) {
    return objects.containsKey(id);
  }

  /** The versions of all objects, {@link Version#ZERO} for an object without one. */
  public SortedMap<ObjectId, Version> versions() {
    SortedMap<ObjectId, Version> versions = new TreeMap<>();
    objects.forEach((id, object) -> {
      Payload stored = object.attributes().get(ObjectInfo.ATTRIBUTE);
      versions.put(
          id, stored == null ? Version.ZERO : GroupRecords.OBJECT.decode(stored).version());
    });
    return versions;
  }

  /** All there is, as text. */
  public SortedMap<ObjectId, String> contents() {
    SortedMap<ObjectId, String> contents = new TreeMap<>();
    objects.forEach((id, object) -> contents.put(id, object.toString()));
    return contents;
  }
}
