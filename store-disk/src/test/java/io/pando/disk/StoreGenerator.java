package io.pando.disk;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.bytes.PayloadAssembler;
import io.pando.cluster.Compression;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Draws valid transactions and queries over few objects, so that they often affect the same ones.
 */
public final class StoreGenerator {
  private static final List<String> NAMES =
      List.of("a", "b/c d", "ü", "\uD83D\uDE00x", "\uFFFDx", "null\0in", "a\0", "long".repeat(60));
  private static final List<String> KEYS =
      List.of("", "a", "aa", "ab", "b", "\uD83D\uDE00", "\uFFFD", "z\0", "zz", "é");

  private static final ReplicaId COPY = new ReplicaId(new PgId(new PoolId(3), 5), 2);
  private static final List<CollectionId> ALL =
      List.of(
          CollectionId.DAEMON,
          CollectionId.of(new PgId(new PoolId(1), 1)),
          CollectionId.of(new PgId(new PoolId(2), 2)),
          CollectionId.of(COPY),
          CollectionId.aside(COPY));

  private final Random64 random;
  private final int maxSizeBytes;
  private final SequencedSet<CollectionId> live = new LinkedHashSet<>();
  private boolean compresses;

  /** Objects stay at or below {@code maxSizeBytes}. */
  public StoreGenerator(Random64 random, int maxSizeBytes) {
    this.random = random;
    this.maxSizeBytes = maxSizeBytes;
  }

  /**
   * From now on, many transactions request compression, and some of their bytes are compressible.
   */
  public StoreGenerator withCompression() {
    compresses = true;
    return this;
  }

  /** Continues with these collections, after others were lost or came back. */
  public void resume(List<CollectionId> collections) {
    live.clear();
    live.addAll(collections);
  }

  public Transaction transaction() {
    List<StoreOp> ops = new ArrayList<>();
    int count = 1 + random.nextInt(5);
    while (ops.size() < count) {
      if (live.size() > 1 && random.oneIn(40)) {
        ops.addAll(move());
      } else {
        ops.add(live.isEmpty() || random.oneIn(60) ? collectionOp() : op());
        if (ops.getLast() instanceof StoreOp.Clone clone && random.nextBoolean()) {
          // As what an update replaces is kept aside.
          StoreOp.Origin from = clone.from();
          ops.add(new StoreOp.Remove(from.collection(), from.object()));
          ops.add(write(from.collection(), from.object()));
        }
      }
    }
    return new Transaction(ops, false, compression());
  }

  private Compression compression() {
    List<Compression> all = List.of(Compression.values());
    return compresses ? all.get(random.nextInt(all.size())) : Compression.NONE;
  }

  public CollectionId collection() {
    return List.copyOf(live).get(random.nextInt(live.size()));
  }

  public boolean hasCollection() {
    return !live.isEmpty();
  }

  public ObjectId object() {
    return object(random.nextInt(NAMES.size()));
  }

  private static ObjectId object(int pick) {
    return new ObjectId(pick < 4 ? pick * 0x1234567 : 7, NAMES.get(pick));
  }

  /** All positions, or some ranges of them; a range may begin where another one ends. */
  List<PositionRange> parts() {
    TreeSet<Integer> ends = new TreeSet<>(Integer::compareUnsigned);
    for (int i = random.nextInt(4); i > 0; i--) {
      ends.add(object().position() + random.nextInt(2));
    }
    List<PositionRange> parts = new ArrayList<>();
    int first = 0;
    for (int end : ends) {
      if (random.nextInt(3) > 0) {
        parts.add(new PositionRange(first, end));
      }
      first = end + 1;
    }
    parts.add(new PositionRange(first, -1));
    return parts;
  }

  public ObjectQuery query() {
    List<ByteRange> data = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      data.add(range());
    }
    List<ObjectQuery.MapSelection> maps = new ArrayList<>();
    if (random.nextBoolean()) {
      maps.add(new ObjectQuery.Keys(List.of(key(), key())));
      String prefix = random.nextBoolean() ? "" : key();
      maps.add(
          new ObjectQuery.Page(upper(), prefix, 1 + random.nextInt(4), 1 + random.nextInt(60)));
    }
    return new ObjectQuery(data, maps, random.nextBoolean());
  }

  /** A key, or null. */
  public @Nullable String upper() {
    return random.nextBoolean() ? null : key();
  }

  public String key() {
    return KEYS.get(random.nextInt(KEYS.size()));
  }

  private StoreOp collectionOp() {
    CollectionId id = ALL.get(random.nextInt(ALL.size()));
    if (live.add(id)) {
      return new StoreOp.CreateCollection(id);
    }
    if (live.size() == 1 || !random.oneIn(4)) {
      return new StoreOp.Touch(id, object());
    }
    live.remove(id);
    return new StoreOp.RemoveCollection(id);
  }

  /**
   * Moves the objects of a range to another collection; objects in the way are removed there first.
   */
  private List<StoreOp> move() {
    CollectionId from = collection();
    CollectionId into = collection();
    if (from.equals(into)) {
      return List.of(new StoreOp.Touch(from, object()));
    }
    int first = random.oneIn(3) ? 0 : object().position();
    int last = random.oneIn(3) ? -1 : object().position();
    boolean ordered = Integer.compareUnsigned(first, last) <= 0;
    PositionRange range = ordered ? new PositionRange(first, last) : new PositionRange(last, first);
    List<StoreOp> ops = new ArrayList<>();
    for (int pick = 0; pick < NAMES.size(); pick++) {
      if (range.contains(object(pick))) {
        ops.add(new StoreOp.Remove(into, object(pick)));
      }
    }
    ops.add(new StoreOp.MoveObjects(from, into, range));
    return ops;
  }

  private StoreOp op() {
    CollectionId in = collection();
    ObjectId object = object();
    return switch (random.nextInt(19)) {
      case 0 -> new StoreOp.Touch(in, object);
      case 1, 2, 3, 4 -> write(in, object);
      case 5 -> new StoreOp.Zero(in, object, range());
      case 6 -> new StoreOp.Truncate(in, object, offset());
      case 7 -> new StoreOp.Remove(in, object);
      case 8, 9 -> new StoreOp.PutAttributes(in, object, entries());
      case 10 -> new StoreOp.RemoveAttributes(in, object, List.of(key(), key()));
      case 11 -> new StoreOp.PutMap(in, object, entries());
      case 12 -> new StoreOp.RemoveMapKeys(in, object, List.of(key(), key()));
      case 13 -> new StoreOp.RemoveMapRange(in, object, key(), upper());
      case 14 -> new StoreOp.PutMeta(in, entries());
      case 15 -> new StoreOp.Clone(in, object, origin());
      case 16, 17 -> new StoreOp.CloneRange(in, object, origin(), range());
      default -> new StoreOp.RemoveMeta(in, key(), upper());
    };
  }

  /** An object of the same collection or of another; it may be the object itself, or not exist. */
  private StoreOp.Origin origin() {
    return new StoreOp.Origin(collection(), object());
  }

  private StoreOp write(CollectionId in, ObjectId object) {
    ByteRange range = range();
    byte[] bytes = new byte[(int) range.length()];
    random.nextBytes(bytes);
    if (compresses && !random.oneIn(3)) {
      repeat(bytes, 1 + random.nextInt(3000));
    }
    return new StoreOp.Write(in, object, range.offset(), received(bytes));
  }

  private static void repeat(byte[] bytes, int period) {
    for (int i = period; i < bytes.length; i++) {
      bytes[i] = bytes[i - period];
    }
  }

  /**
   * Bytes as they come from a socket: long ones are in several pieces, with the blocks' checksums
   * known.
   */
  private static Payload received(byte[] bytes) {
    PayloadAssembler intake = new PayloadAssembler(bytes.length);
    for (int at = 0; !intake.isWhole(); ) {
      int length = intake.room();
      System.arraycopy(bytes, at, intake.array(), intake.position(), length);
      intake.filled(length);
      at += length;
    }
    return intake.payload();
  }

  private SortedMap<String, Payload> entries() {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      byte[] value = new byte[random.nextInt(30)];
      random.nextBytes(value);
      entries.put(key(), Payload.wrap(value));
    }
    return entries;
  }

  private ByteRange range() {
    int offset = offset();
    int most =
        random.oneIn(compresses ? 2 : 4)
            ? maxSizeBytes - offset
            : Math.min(maxSizeBytes - offset, 9000);
    int length = random.nextInt(most + 1);
    return new ByteRange(offset, random.oneIn(3) ? length & -4096 : length);
  }

  private int offset() {
    int reach = random.oneIn(4) ? maxSizeBytes : Math.min(maxSizeBytes, 20_000);
    int offset = random.nextInt(reach + 1);
    return random.oneIn(3) ? offset & -4096 : offset;
  }
}
