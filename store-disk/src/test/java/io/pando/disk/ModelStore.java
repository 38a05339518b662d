package io.pando.disk;

import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.AttributeListing;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ObjectView.MapPage;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A model of a store: the required behaviour, as plainly as possible and without regard to cost.
 */
public final class ModelStore {
  static final class Collection {
    final TreeMap<ObjectId, ModelObject> objects = new TreeMap<>();
    final TreeMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
  }

  final TreeMap<CollectionId, Collection> collections = new TreeMap<>();

  public void apply(Transaction transaction) {
    transaction.ops().forEach(this::apply);
  }

  public List<CollectionId> collectionIds() {
    return List.copyOf(collections.keySet());
  }

  Collection collection(CollectionId id) {
    return Objects.requireNonNull(collections.get(id));
  }

  /** Space used by a store in which clones share blocks. */
  long usedBytes() {
    Set<Object> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
    blocks().forEach(distinct::add);
    return (long) distinct.size() * StoreSpace.BLOCK_BYTES;
  }

  /** Space used by a store in which every object has blocks of its own. */
  public long unsharedBytes() {
    return blocks().count() * StoreSpace.BLOCK_BYTES;
  }

  private Stream<Object> blocks() {
    return collections.values().stream()
        .flatMap(c -> c.objects.values().stream())
        .flatMap(o -> o.blocks().stream());
  }

  private void apply(StoreOp op) {
    switch (op) {
      case StoreOp.CreateCollection create ->
          collections.put(create.collection(), new Collection());
      case StoreOp.RemoveCollection remove -> collections.remove(remove.collection());
      case StoreOp.MoveObjects move -> {
        Collection from = collection(move.collection());
        for (ObjectId id : List.copyOf(from.objects.keySet())) {
          if (move.range().contains(id)) {
            collection(move.into())
                .objects
                .put(id, Objects.requireNonNull(from.objects.remove(id)));
          }
        }
      }
      case StoreOp.PutMeta put -> collection(put.collection()).meta.putAll(put.entries());
      case StoreOp.RemoveMeta remove ->
          removeRange(collection(remove.collection()).meta, remove.from(), remove.to());
      case StoreOp.Remove remove -> collection(remove.collection()).objects.remove(remove.object());
      case StoreOp.Clone clone -> {
        ModelObject from = origin(clone, clone.from());
        if (from != null) {
          collection(clone.collection()).objects.put(clone.object(), from.copy());
        }
      }
      case StoreOp.CloneRange clone -> {
        ModelObject from = origin(clone, clone.from());
        if (from != null) {
          collection(clone.collection())
              .objects
              .computeIfAbsent(clone.object(), _ -> new ModelObject())
              .copyRange(from, clone.range());
        }
      }
      case StoreOp.OnObject on -> {
        Collection in = collection(on.collection());
        change(in.objects.computeIfAbsent(on.object(), _ -> new ModelObject()), on);
      }
    }
  }

  private @Nullable ModelObject origin(StoreOp.OnObject op, StoreOp.Origin from) {
    boolean same = from.equals(new StoreOp.Origin(op.collection(), op.object()));
    return same ? null : collection(from.collection()).objects.get(from.object());
  }

  private static void change(ModelObject object, StoreOp.OnObject op) {
    switch (op) {
      case StoreOp.Write write -> object.write(write.offset(), write.data().toByteArray());
      case StoreOp.Zero zero -> object.zero(zero.range().offset(), zero.range().length());
      case StoreOp.Truncate truncate -> object.truncate(truncate.size());
      case StoreOp.PutAttributes put -> object.attributes.putAll(put.attributes());
      case StoreOp.RemoveAttributes remove -> object.attributes.keySet().removeAll(remove.names());
      case StoreOp.PutMap put -> object.map.putAll(put.entries());
      case StoreOp.RemoveMapKeys remove -> object.map.keySet().removeAll(remove.keys());
      case StoreOp.RemoveMapRange remove -> removeRange(object.map, remove.from(), remove.to());
      case StoreOp.Touch _, StoreOp.Remove _, StoreOp.Clone _, StoreOp.CloneRange _ -> {}
    }
  }

  public ReadOutcome read(CollectionId collection, ObjectId id, ObjectQuery query) {
    ModelObject object = collection(collection).objects.get(id);
    if (object == null) {
      return new ReadOutcome.Absent();
    }
    return new ReadOutcome.Found(
        new ObjectView(
            object.bytes.length,
            new TreeMap<>(object.attributes),
            query.data().stream().map(object::read).toList(),
            query.maps().stream().map(selection -> select(object.map, selection)).toList(),
            query.allocated() ? object.allocated() : List.of()));
  }

  List<ReadOutcome> readAll(
      CollectionId collection, List<ObjectId> ids, ObjectQuery query, long maxBytes) {
    List<ReadOutcome> outcomes = new ArrayList<>();
    long bytes = 0;
    for (ObjectId id : ids) {
      if (bytes < maxBytes) {
        ReadOutcome outcome = read(collection, id, query);
        outcomes.add(outcome);
        bytes += outcome instanceof ReadOutcome.Found found ? found.view().bytesRead() : 0;
      }
    }
    return outcomes;
  }

  AttributeListing listAttribute(
      CollectionId collection, List<PositionRange> parts, ObjectId after, int max, String name) {
    List<AttributeListing.Entry> all = new ArrayList<>();
    collection(collection)
        .objects
        .forEach((id, object) -> {
          if (id.compareTo(after) > 0 && parts.stream().anyMatch(part -> part.contains(id))) {
            all.add(new AttributeListing.Entry(id, object.attributes.get(name)));
          }
        });
    return new AttributeListing(
        List.copyOf(all.subList(0, Math.min(max, all.size()))), all.size() > max);
  }

  SortedMap<String, Payload> meta(CollectionId collection, String from, @Nullable String to) {
    SortedMap<String, Payload> result = new TreeMap<>(Utf8Order.INSTANCE);
    result.putAll(collection(collection).meta);
    result.keySet().removeIf(key -> !isWithin(key, from, to));
    return result;
  }

  private static MapPage select(Map<String, Payload> map, ObjectQuery.MapSelection selection) {
    SortedMap<String, Payload> result = new TreeMap<>(Utf8Order.INSTANCE);
    result.putAll(map);
    switch (selection) {
      case ObjectQuery.Keys keys -> result.keySet().retainAll(keys.keys());
      case ObjectQuery.Page page -> {
        result.keySet().removeIf(key -> !key.startsWith(page.prefix()));
        String after = page.after();
        if (after != null) {
          result.keySet().removeIf(key -> Utf8Order.INSTANCE.compare(key, after) <= 0);
        }
        return cut(result, page);
      }
    }
    return new MapPage(result, false);
  }

  private static MapPage cut(SortedMap<String, Payload> all, ObjectQuery.Page page) {
    SortedMap<String, Payload> taken = new TreeMap<>(Utf8Order.INSTANCE);
    int bytes = 0;
    for (Map.Entry<String, Payload> entry : all.entrySet()) {
      bytes += Payload.utf8(entry.getKey()).size() + entry.getValue().size();
      if (taken.size() == page.maxEntries() || (bytes > page.maxBytes() && !taken.isEmpty())) {
        return new MapPage(taken, true);
      }
      taken.put(entry.getKey(), entry.getValue());
    }
    return new MapPage(taken, false);
  }

  private static void removeRange(Map<String, Payload> map, String from, @Nullable String to) {
    map.keySet().removeIf(key -> isWithin(key, from, to));
  }

  private static boolean isWithin(String key, String from, @Nullable String to) {
    return Utf8Order.INSTANCE.compare(key, from) >= 0
        && (to == null || Utf8Order.INSTANCE.compare(key, to) < 0);
  }
}
