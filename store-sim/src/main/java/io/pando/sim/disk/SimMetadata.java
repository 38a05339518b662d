package io.pando.sim.disk;

import io.pando.check.Invariant;
import io.pando.disk.metadata.CheckpointedMetadata;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.LayeredMetadata;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Metadata that survive the daemon, except changes that were not made durable: the open batch, and
 * batches taken since the last commit. Now and then a taken batch becomes durable by itself.
 * Metadata can always be read, except values that are bytes of objects: these fail when the disk's
 * reads do, and can be corrupted, which checksums detect.
 *
 * <p>Invariant: undoing all of {@code undo}, then all of {@code taken}, the newest first, gives the
 * durable state.
 */
final class SimMetadata implements LayeredMetadata, CheckpointedMetadata {
  /** Value of a key before a change; null if the key did not exist. */
  private static final class Undo {
    final Family family;
    final byte[] key;
    final byte @Nullable [] before;

    Undo(Family family, byte[] key, byte @Nullable [] before) {
      this.family = family;
      this.key = key;
      this.before = before;
    }
  }

  private final Map<Family, NavigableMap<byte[], byte[]>> families = new EnumMap<>(Family.class);

  /** One in twenty batches becomes durable before it is committed. */
  private static final int PERSISTED_ONE_IN = 20;

  /** While the disk is full, one in four commits finds no room. */
  private static final int FULL_ONE_IN = 4;

  private final ArrayDeque<Undo> undo = new ArrayDeque<>();
  private final ArrayDeque<Undo> taken = new ArrayDeque<>();
  private final Random64 random;
  private Mark durable = Mark.NONE;
  private final DiskFaults faults;
  private final String name;
  private final @Nullable SpoiltBytes spoilt;

  /** Changes of the batch that {@link #abandon} keeps. */
  private int kept;

  /** Creates metadata that hold no bytes of objects. */
  SimMetadata(DiskFaults faults, Random64 random, String name) {
    this(faults, random, name, null);
  }

  /**
   * Creates metadata.
   *
   * @param spoilt corrupted values of {@link Family#BLOCKS}, which are bytes of objects; null if
   *     they are not
   */
  SimMetadata(DiskFaults faults, Random64 random, String name, @Nullable SpoiltBytes spoilt) {
    this.spoilt = spoilt;
    this.faults = faults;
    this.random = random;
    this.name = name;
    for (Family family : Family.values()) {
      families.put(family, new TreeMap<>(Arrays::compareUnsigned));
    }
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) throws MetadataException {
    byte[] value = map(family).get(key);
    if (value == null) {
      return null;
    }
    if (spoilt != null && family == Family.BLOCKS) {
      failIfUnreadable(key, value, spoilt);
    }
    return value.clone();
  }

  private void failIfUnreadable(byte[] key, byte[] value, SpoiltBytes bad)
      throws MetadataException {
    if (bad.contains(value)) {
      throw new MetadataException("simulated: Corruption: block checksum mismatch in " + name);
    }
    if (faults.failsRead(Integer.toUnsignedLong(Arrays.hashCode(key)), 1, random)) {
      throw new MetadataException("simulated: " + name + " cannot be read");
    }
  }

  /** Corrupts an object's bytes; false if there are none under that key. */
  boolean spoil(byte[] key) {
    byte[] value = map(Family.BLOCKS).get(key);
    if (value != null && spoilt != null) {
      spoilt.add(value);
    }
    return value != null;
  }

  /** Corrupts some object's bytes; false if there are none. */
  boolean spoilAny() {
    List<byte[]> keys = List.copyOf(map(Family.BLOCKS).keySet());
    return !keys.isEmpty() && spoil(keys.get(random.nextInt(keys.size())));
  }

  @Override
  public void put(Family family, byte[] key, byte[] value) {
    undo.push(new Undo(family, key, map(family).put(key, value.clone())));
  }

  @Override
  public void delete(Family family, byte[] key) {
    byte[] before = map(family).remove(key);
    if (before != null) {
      undo.push(new Undo(family, key, before));
    }
  }

  @Override
  public Cursor iterate(Family family) {
    return new Walk(map(family));
  }

  @Override
  public boolean hasChanges() {
    return !undo.isEmpty();
  }

  @Override
  public void commit() throws MetadataException {
    failIfMust();
    if (faults.isFull() && random.oneIn(FULL_ONE_IN)) {
      throw new MetadataException("simulated: No space left on device for " + name);
    }
    undo.clear();
    taken.clear();
    kept = 0;
  }

  @Override
  public void keep() {
    kept = undo.size();
  }

  @Override
  public void commitAsync() throws MetadataException {
    while (!undo.isEmpty()) {
      taken.push(undo.removeLast());
    }
    kept = 0;
    if (random.oneIn(PERSISTED_ONE_IN) && !faults.failsWrites() && !faults.isFull()) {
      persist(false);
    }
  }

  @Override
  public Mark durable() {
    return durable;
  }

  @Override
  public void persist(boolean wait) throws MetadataException {
    failIfMust();
    if (faults.isFull()) {
      throw new MetadataException("simulated: No space left on device for " + name);
    }
    Invariant.check(undo.isEmpty(), "a batch is under way");
    taken.clear();
    durable = committed();
  }

  private void failIfMust() throws MetadataException {
    if (faults.failsWrites() || faults.isPowerFailing()) {
      throw new MetadataException("simulated: " + name + " cannot be written");
    }
  }

  /** The power fails, and returns. */
  void crash() {
    kept = 0;
    restore(undo, 0);
    restore(taken, 0);
  }

  @Override
  public void abandon() {
    restore(undo, kept);
  }

  private void restore(ArrayDeque<Undo> changes, int left) {
    while (changes.size() > left) {
      Undo change = changes.pop();
      if (change.before == null) {
        map(change.family).remove(change.key);
      } else {
        map(change.family).put(change.key, change.before);
      }
    }
  }

  @Override
  public void close() {
    // Nothing to do: the disk outlives its user.
  }

  private NavigableMap<byte[], byte[]> map(Family family) {
    return Invariant.present(families.get(family), () -> "family " + family);
  }

  private static final class Walk implements Cursor {
    private final NavigableMap<byte[], byte[]> map;
    private Iterator<Map.Entry<byte[], byte[]>> rest;
    private Map.@Nullable Entry<byte[], byte[]> at;

    Walk(NavigableMap<byte[], byte[]> map) {
      this.map = map;
      this.rest = map.entrySet().iterator();
    }

    @Override
    public void seek(byte[] key) {
      rest = map.tailMap(key, true).entrySet().iterator();
      next();
    }

    @Override
    public boolean isValid() {
      return at != null;
    }

    @Override
    public void next() {
      at = rest.hasNext() ? rest.next() : null;
    }

    @Override
    public byte[] key() {
      return entry().getKey();
    }

    @Override
    public byte[] value() {
      return entry().getValue();
    }

    @Override
    public void status() {
      // Nothing fails here.
    }

    @Override
    public void close() {
      // Nothing to release.
    }

    private Map.Entry<byte[], byte[]> entry() {
      return Invariant.present(at, () -> "a cursor that stands at an entry");
    }
  }
}
