package io.pando.disk.raw.check;

import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.check.StoreStats.Content;
import io.pando.disk.raw.check.StoreStats.Packed;
import io.pando.disk.raw.check.StoreStats.Size;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.disk.raw.format.RawUnit;
import io.pando.format.DamagedRecordException;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the contents of a store; skips unreadable records. */
public final class StatsWalk {
  private final Metadata metadata;
  private final OwnedBlocks owned;
  private final NumberTable collectionOf = new NumberTable();
  private final List<CollectionId> known = new ArrayList<>();
  private final TreeMap<CollectionId, Content> collections = new TreeMap<>();
  private final TreeMap<Family, Size> families = new TreeMap<>();
  private long runs;
  private long runBlocks;
  private long damaged;
  private Packed packed = Packed.NONE;

  private StatsWalk(Metadata metadata, long capacity) {
    this.metadata = metadata;
    this.owned = new OwnedBlocks(capacity);
  }

  /** Counts everything. */
  public static StoreStats run(Metadata metadata, long capacityBlocks) throws MetadataException {
    StatsWalk walk = new StatsWalk(metadata, capacityBlocks);
    for (Family family : Family.values()) {
      walk.family(family);
    }
    return walk.result();
  }

  private void family(Family family) throws MetadataException {
    families.put(family, Size.NONE);
    metadata.each(
        family,
        (key, value) -> {
          families.merge(family, new Size(1, key.length + (long) value.length), Size::plus);
          entry(family, key, value);
        });
  }

  private void entry(Family family, byte[] key, byte[] value) {
    switch (family) {
      case COLLECTION, META -> {
        CollectionId collection = RecordKeys.collection(key);
        Size size = new Size(1, key.length + (long) value.length);
        add(collection, new Content(0, 0, 0, Size.NONE, family == Family.META ? size : Size.NONE));
      }
      case OBJECT -> object(key, value);
      case BLOCKS -> blocks(key, value);
      case MAP -> {
        Size size = new Size(1, key.length + (long) value.length);
        add(owner(key), new Content(0, 0, 0, size, Size.NONE));
      }
      default -> {}
    }
  }

  private void add(@Nullable CollectionId collection, Content content) {
    if (collection != null) {
      collections.merge(collection, content, Content::plus);
    }
  }

  private void object(byte[] key, byte[] value) {
    Subject.Named named = RecordKeys.object(key);
    if (named == null) {
      damaged++;
      return;
    }
    CollectionId collection = named.collection();
    try {
      RawObject object = RawFormat.decodeObject(value);
      damaged += object.damage().isEmpty() ? 0 : 1;
      if (known.isEmpty() || !known.getLast().equals(collection)) {
        known.add(collection);
      }
      if (object.number() > 0) {
        collectionOf.add(object.number(), known.size() - 1L);
      }
      long blocks = own(object.head());
      add(collection, new Content(1, object.size(), blocks, Size.NONE, Size.NONE));
    } catch (DamagedRecordException unreadable) {
      damaged++;
      add(collection, new Content(1, 0, 0, Size.NONE, Size.NONE));
    }
  }

  private void blocks(byte[] key, byte[] value) {
    try {
      add(owner(key), new Content(0, 0, own(RawFormat.decodeBlocks(value)), Size.NONE, Size.NONE));
    } catch (DamagedRecordException unreadable) {
      damaged++;
    }
  }

  private @Nullable CollectionId owner(byte[] key) {
    boolean knows = key.length >= Long.BYTES && collectionOf.contains(Keys.number(key));
    return knows ? known.get((int) collectionOf.fact(Keys.number(key))) : null;
  }

  private long own(RawBlocks blocks) {
    long count = 0;
    long before = RawBlocks.HOLE;
    for (int i = 0; i < blocks.length(); i++) {
      long place = blocks.place(i);
      if (owned.exists(place)) {
        owned.add(place);
        count++;
        runs += before == RawBlocks.HOLE || before + 1 != place ? 1 : 0;
      }
      before = place;
    }
    for (RawUnit unit : blocks.units()) {
      count += own(unit);
      packed = packed.plus(new Packed(1, shown(blocks, unit), unit.places()));
    }
    runBlocks += count;
    return count;
  }

  private long own(RawUnit unit) {
    long count = 0;
    for (long place : unit.allPlaces()) {
      if (owned.exists(place)) {
        owned.add(place);
        count++;
      }
    }
    runs += unit.runs().size();
    return count;
  }

  private static long shown(RawBlocks blocks, RawUnit unit) {
    long shown = 0;
    for (int i = unit.first(); i < unit.first() + unit.count(); i++) {
      shown += unit.equals(blocks.unit(i)) ? 1 : 0;
    }
    return shown;
  }

  private StoreStats result() {
    long freeRuns = 0;
    long largest = 0;
    long run = 0;
    for (long block = 0; block < owned.capacity(); block++) {
      if (owned.isOwned(block)) {
        run = 0;
      } else {
        freeRuns += run == 0 ? 1 : 0;
        largest = Math.max(largest, ++run);
      }
    }
    SortedMap<CollectionId, Content> sorted = new TreeMap<>(collections);
    return new StoreStats(
        new StoreStats.Blocks(owned.capacity(), owned.count(), owned.others().size()),
        new StoreStats.Runs(runs, runBlocks, freeRuns, largest),
        packed,
        damaged,
        families,
        sorted);
  }
}
