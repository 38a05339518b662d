package io.pando.disk.memory;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.disk.MapPageBuilder;
import io.pando.disk.StoreSpace;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.report.StorePerformance;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ObjectView.MapPage;
import io.pando.store.ReadOutcome;
import io.pando.store.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store on the heap, for the simulator and for tests. It runs only on its owner's loop, takes all
 * delays from a {@link MemoryLatency}, and is as deterministic as these two. A transaction becomes
 * durable, and is reported, when its delay has passed on the loop; until then a {@link
 * MemoryDisk#crash} may lose it. Misuse that the port forbids violates an invariant inside the
 * call.
 */
public final class MemoryStore implements ObjectStore {
  private final MemoryDisk disk;
  private final EventLoop loop;
  private final MemoryLatency latency;
  private final int incarnation;
  private long lastCommitNanos;

  /** Whether a binding transaction was refused; then all later ones are refused. */
  private boolean exhausted;

  private MemoryStore(MemoryDisk disk, EventLoop loop, MemoryLatency latency) {
    this.disk = disk;
    this.loop = loop;
    this.latency = latency;
    this.incarnation = disk.open();
    this.lastCommitNanos = loop.nanoTime();
  }

  /** Opens the disk; a store that was open on it before is dead from now on. */
  public static MemoryStore open(MemoryDisk disk, EventLoop loop, MemoryLatency latency) {
    return new MemoryStore(disk, loop, latency);
  }

  @Override
  public void submit(Transaction transaction, Consumer<CommitOutcome> done) {
    if (isDead()) {
      return;
    }
    long neededBytes = StoreSpace.blocksNeeded(transaction, disk.visible()::blocksOf) * BLOCK_BYTES;
    long freeBytes = disk.capacityBytes() - disk.visible().usedBytes();
    if (exhausted || (neededBytes > 0 && neededBytes > freeBytes)) {
      exhausted |= transaction.binding();
      disk.refuse(new CommitOutcome.NoSpace(neededBytes, freeBytes), done);
    } else {
      disk.accept(transaction, done);
    }
    long now = loop.nanoTime();
    long at = now + latency.commitNanos(transaction);
    lastCommitNanos = at - lastCommitNanos > 0 ? at : lastCommitNanos;
    answer(lastCommitNanos - now, disk::flushOldest);
  }

  @Override
  public void read(
      CollectionId collection, ObjectId object, ObjectQuery query, Consumer<ReadOutcome> done) {
    if (isDead()) {
      return;
    }
    MemoryObject found = disk.visible().collection(collection).objects.get(object);
    ReadOutcome outcome =
        found == null ? new ReadOutcome.Absent() : view(collection, object, found, query);
    answer(latency.readNanos(), () -> done.accept(outcome));
  }

  @Override
  public void readAll(
      CollectionId collection,
      List<ObjectId> objects,
      ObjectQuery query,
      long maxBytes,
      Consumer<List<ReadOutcome>> done) {
    Invariant.check(!objects.isEmpty(), "there is an object to read");
    if (isDead()) {
      return;
    }
    NavigableMap<ObjectId, MemoryObject> all = disk.visible().collection(collection).objects;
    List<ReadOutcome> outcomes = new ArrayList<>();
    long bytes = 0;
    for (ObjectId id : objects) {
      MemoryObject found = all.get(id);
      ReadOutcome outcome =
          found == null ? new ReadOutcome.Absent() : view(collection, id, found, query);
      outcomes.add(outcome);
      bytes += outcome instanceof ReadOutcome.Found read ? read.view().bytesRead() : 0;
      if (bytes >= maxBytes) {
        break;
      }
    }
    answer(latency.readNanos(), () -> done.accept(outcomes));
  }

  @Override
  public void list(
      CollectionId collection, @Nullable ObjectId after, int max, Consumer<Listing> done) {
    if (isDead()) {
      return;
    }
    NavigableMap<ObjectId, MemoryObject> rest = behind(collection, after);
    List<ObjectId> objects = rest.keySet().stream().limit(max).toList();
    boolean more = !objects.isEmpty() && rest.lastKey().compareTo(objects.getLast()) > 0;
    Listing listing = new Listing(objects, more);
    answer(latency.readNanos(), () -> done.accept(listing));
  }

  @Override
  public void listAttribute(
      CollectionId collection,
      List<PositionRange> parts,
      @Nullable ObjectId after,
      int max,
      String attribute,
      Consumer<AttributeListing> done) {
    if (isDead()) {
      return;
    }
    List<AttributeListing.Entry> entries = new ArrayList<>();
    boolean more = false;
    for (PositionRange part : parts) {
      ObjectId start = ObjectId.before(part.first());
      ObjectId behind = after != null && after.compareTo(start) > 0 ? after : start;
      NavigableMap<ObjectId, MemoryObject> of = behind(collection, behind);
      for (Map.Entry<ObjectId, MemoryObject> entry : of.entrySet()) {
        if (!part.contains(entry.getKey())) {
          break;
        }
        if (entries.size() == max) {
          more = true;
          break;
        }
        Payload value = entry.getValue().attributes.get(attribute);
        entries.add(new AttributeListing.Entry(entry.getKey(), value));
      }
    }
    AttributeListing listing = new AttributeListing(entries, more);
    answer(latency.readNanos(), () -> done.accept(listing));
  }

  private NavigableMap<ObjectId, MemoryObject> behind(
      CollectionId collection, @Nullable ObjectId after) {
    NavigableMap<ObjectId, MemoryObject> all = disk.visible().collection(collection).objects;
    return after == null ? all : all.tailMap(after, false);
  }

  @Override
  public void readMeta(
      CollectionId collection,
      String from,
      @Nullable String to,
      Consumer<SortedMap<String, Payload>> done) {
    if (isDead()) {
      return;
    }
    SortedMap<String, Payload> entries =
        new TreeMap<>(MemoryImage.range(disk.visible().collection(collection).meta, from, to));
    answer(latency.readNanos(), () -> done.accept(entries));
  }

  @Override
  public void collections(Consumer<List<CollectionId>> done) {
    if (isDead()) {
      return;
    }
    List<CollectionId> collections = List.copyOf(disk.visible().collections().keySet());
    answer(latency.readNanos(), () -> done.accept(collections));
  }

  @Override
  public StorePerformance performance() {
    return StorePerformance.NONE;
  }

  @Override
  public Usage usage() {
    return new Usage(disk.capacityBytes(), disk.visible().usedBytes());
  }

  private boolean isDead() {
    return disk.incarnation() != incarnation;
  }

  private void answer(long delayNanos, Runnable answer) {
    Runnable unlessDead =
        () -> {
          if (!isDead()) {
            answer.run();
          }
        };
    if (delayNanos == 0) {
      loop.execute(unlessDead);
    } else {
      loop.schedule(delayNanos, unlessDead);
    }
  }

  private static ReadOutcome view(
      CollectionId collection, ObjectId id, MemoryObject object, ObjectQuery query) {
    for (ObjectQuery.Amendment amendment : query.amended()) {
      for (long block : amendment.keptBlocks(object.size(), BLOCK_BYTES)) {
        if (object.isDamaged(new ByteRange(block * BLOCK_BYTES, 1))) {
          return damaged(collection, id, "block " + block);
        }
      }
    }
    List<Payload> data = new ArrayList<>();
    for (ByteRange range : query.data()) {
      if (object.isDamaged(range)) {
        return damaged(collection, id, range.toString());
      }
      data.add(object.read(range));
    }
    List<MapPage> maps = query.maps().stream().map(selection -> page(object, selection)).toList();
    return new ReadOutcome.Found(
        new ObjectView(
            object.size(),
            Collections.unmodifiableSortedMap(new TreeMap<>(object.attributes)),
            data,
            maps,
            query.allocated() ? object.allocated() : List.of()));
  }

  private static ReadOutcome damaged(CollectionId collection, ObjectId id, String where) {
    return new ReadOutcome.Damaged(
        "object " + id + " of " + collection + ": simulated damage within " + where);
  }

  private static MapPage page(MemoryObject object, ObjectQuery.MapSelection selection) {
    return switch (selection) {
      case ObjectQuery.Keys keys -> {
        TreeMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
        for (String key : keys.keys()) {
          Payload value = object.map.get(key);
          if (value != null) {
            entries.put(key, value);
          }
        }
        yield new MapPage(Collections.unmodifiableSortedMap(entries), false);
      }
      case ObjectQuery.Page page -> page(object.map, page);
    };
  }

  private static MapPage page(NavigableMap<String, Payload> map, ObjectQuery.Page page) {
    MapPageBuilder builder = new MapPageBuilder(page);
    String after = page.after();
    boolean behind = after != null && Utf8Order.INSTANCE.compare(after, page.prefix()) >= 0;
    NavigableMap<String, Payload> rest =
        behind ? map.tailMap(after, false) : map.tailMap(page.prefix(), true);
    for (Map.Entry<String, Payload> entry : rest.entrySet()) {
      String key = entry.getKey();
      int keyBytes = key.getBytes(StandardCharsets.UTF_8).length;
      if (!key.startsWith(page.prefix()) || !builder.offer(key, keyBytes, entry.getValue())) {
        break;
      }
    }
    return builder.build();
  }
}
