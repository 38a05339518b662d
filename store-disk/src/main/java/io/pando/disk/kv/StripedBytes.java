package io.pando.disk.kv;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.catalog.BlockRuns;
import io.pando.disk.catalog.CatalogEntry;
import io.pando.disk.catalog.ObjectBytes;
import io.pando.disk.metadata.DamagedBytesException;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores objects' bytes in stripes of one size, each a value beside the metadata. A stripe exists
 * if one of its blocks holds data. It is read and written as a whole. Changed stripes gather in
 * memory, so that a stripe changed several times in a batch is written once.
 */
final class StripedBytes implements ObjectBytes {
  /** Number of reads after which a stripe counts as damaged. */
  private static final int ATTEMPTS = 3;

  private record Place(long number, int index) {
    byte[] key() {
      return Keys.blocks(number, index);
    }
  }

  private final Metadata metadata;
  private final int stripeBytes;
  private final NavigableMap<Place, Stripe> changed =
      new TreeMap<>(Comparator.comparingLong(Place::number).thenComparingInt(Place::index));

  /** Storage in stripes of {@code stripeBytes}, whole blocks. */
  StripedBytes(Metadata metadata, int stripeBytes) {
    this.metadata = metadata;
    this.stripeBytes = stripeBytes;
  }

  /** Puts all changes into the metadata's batch. */
  void store() throws MetadataException {
    for (Map.Entry<Place, Stripe> entry : changed.entrySet()) {
      metadata.put(Family.BLOCKS, entry.getKey().key(), entry.getValue().toBytes());
    }
    changed.clear();
  }

  /** Drops changes that were not stored. */
  void abandon() {
    changed.clear();
  }

  /** The key of the stripe that holds a byte of an object; null if the byte is in a hole. */
  byte @Nullable [] keyOf(CatalogEntry object, long offset) {
    long block = offset / BLOCK_BYTES;
    return object.blocks().anyBetween(block, block + 1)
        ? place(object, offset / stripeBytes).key()
        : null;
  }

  @Override
  public int unitBytes() {
    return stripeBytes;
  }

  @Override
  public byte[] read(CatalogEntry object, long offset, int length) throws DamagedBytesException {
    byte[] bytes = new byte[length];
    long end = offset + length;
    for (long index : stripes(object.blocks(), offset, end)) {
      long start = index * stripeBytes;
      long from = Math.max(offset, start);
      long to = Math.min(end, start + stripeBytes);
      Stripe stripe = sound(object, place(object, index), from, to);
      stripe.get((int) (from - start), bytes, (int) (from - offset), (int) (to - from));
    }
    return bytes;
  }

  private Stripe sound(CatalogEntry object, Place place, long from, long to)
      throws DamagedBytesException {
    try {
      Stripe stripe = load(place);
      if (stripe != null && !stripe.isLost((int) (from % stripeBytes), lengthTo(to))) {
        return stripe;
      }
      throw DamagedBytesException.of(
          object,
          from,
          to,
          stripe == null
              ? "stripe " + place.index() + " is missing"
              : "they were lost while other blocks of the stripe were changed");
    } catch (MetadataException | DamagedRecordException e) {
      throw DamagedBytesException.of(object, from, to, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Bytes of the stripe in front of a place; a place at a boundary belongs to the stripe that ends
   * there.
   */
  private int lengthTo(long place) {
    return (int) ((place - 1) % stripeBytes) + 1;
  }

  /** Numbers of the existing stripes that overlap a range of bytes. */
  private Iterable<Long> stripes(BlockRuns blocks, long from, long to) {
    int stripeBlocks = stripeBytes / BLOCK_BYTES;
    long first = from / stripeBytes * stripeBlocks;
    long behind = (to + stripeBytes - 1) / stripeBytes * stripeBlocks;
    return blocks.units(first, behind, stripeBlocks);
  }

  private static Place place(CatalogEntry object, long index) {
    return new Place(object.number(), Math.toIntExact(index));
  }

  private @Nullable Stripe load(Place place) throws MetadataException, DamagedRecordException {
    Stripe stripe = changed.get(place);
    if (stripe != null) {
      return stripe;
    }
    byte[] value = get(place);
    return value == null ? null : Stripe.of(value);
  }

  /** Retries: a failure may be a transient error of the device. */
  private byte @Nullable [] get(Place place) throws MetadataException {
    for (int attempt = 1; ; attempt++) {
      try {
        return metadata.get(Family.BLOCKS, place.key());
      } catch (MetadataException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  @Override
  public void write(CatalogEntry object, long offset, Payload data) {
    long end = offset + data.size();
    for (long at = offset; at < end; ) {
      long index = at / stripeBytes;
      long start = index * stripeBytes;
      int from = (int) (at - start);
      int to = (int) Math.min(stripeBytes, end - start);
      boolean replaced = from == 0 && start + to >= Math.min(object.size(), start + stripeBytes);
      Place place = place(object, index);
      Stripe stripe = replaced || isHole(object, index) ? Stripe.empty() : changing(object, index);
      stripe.put(from, data.slice((int) (at - offset), to - from), endIn(object, index));
      changed.put(place, stripe);
      at = start + to;
    }
  }

  /** Bytes of a stripe before the object's end. */
  private int endIn(CatalogEntry object, long index) {
    return Math.clamp(object.size() - index * stripeBytes, 0, stripeBytes);
  }

  private boolean isHole(CatalogEntry object, long index) {
    int stripeBlocks = stripeBytes / BLOCK_BYTES;
    return !object.blocks().anyBetween(index * stripeBlocks, (index + 1) * stripeBlocks);
  }

  /** A stripe that is about to be changed in part. */
  private Stripe changing(CatalogEntry object, long index) {
    Stripe stripe = loadOrLose(place(object, index));
    int stripeBlocks = stripeBytes / BLOCK_BYTES;
    BitSet data = new BitSet(stripeBlocks);
    for (int i = 0; i < stripeBlocks; i++) {
      long block = index * stripeBlocks + i;
      data.set(i, object.blocks().anyBetween(block, block + 1));
    }
    stripe.loseOnly(data);
    return stripe;
  }

  /**
   * Does not fail for an unreadable stripe: its value records which bytes are lost, and reads
   * report it.
   */
  private Stripe loadOrLose(Place place) {
    try {
      Stripe stripe = load(place);
      return stripe == null ? Stripe.lost() : stripe;
    } catch (MetadataException | DamagedRecordException lost) {
      return Stripe.lost();
    }
  }

  @Override
  public void zero(CatalogEntry object, long from, long to) throws MetadataException {
    long firstHole = (from + BLOCK_BYTES - 1) / BLOCK_BYTES;
    long behindHoles = to / BLOCK_BYTES;
    int stripeBlocks = stripeBytes / BLOCK_BYTES;
    for (long index : stripes(object.blocks(), from, to)) {
      Place place = place(object, index);
      boolean stays =
          object.blocks().anyBetween(index * stripeBlocks, firstHole)
              || object
                  .blocks()
                  .anyBetween(
                      Math.max(behindHoles, index * stripeBlocks), (index + 1) * stripeBlocks);
      if (stays) {
        long start = index * stripeBytes;
        Stripe stripe = changing(object, index);
        stripe.zero(
            (int) Math.max(0, from - start),
            (int) Math.min(stripeBytes, to - start),
            endIn(object, index));
        changed.put(place, stripe);
      } else {
        drop(place);
      }
    }
  }

  @Override
  public void truncate(CatalogEntry object, long size) throws MetadataException {
    zero(object, size, (object.size() + stripeBytes - 1) / stripeBytes * stripeBytes);
  }

  @Override
  public void remove(CatalogEntry object) throws MetadataException {
    truncate(object, 0);
  }

  private void drop(Place place) throws MetadataException {
    changed.remove(place);
    metadata.delete(Family.BLOCKS, place.key());
  }

  /** Copies go to the batch at once: an object may be larger than the memory for stripes. */
  @Override
  public void copy(CatalogEntry from, CatalogEntry into) throws MetadataException {
    for (long index : stripes(from.blocks(), 0, from.size())) {
      byte[] value = changing(from, index).toBytes();
      metadata.put(Family.BLOCKS, place(into, index).key(), value);
    }
  }

  @Override
  public void copyPart(CatalogEntry from, CatalogEntry into, ByteRange part) {
    for (long index : stripes(from.blocks(), part.offset(), part.end())) {
      long start = index * stripeBytes;
      int first = (int) (Math.max(part.offset(), start) - start);
      int end = (int) Math.min(stripeBytes, part.end() - start);
      Stripe target = isHole(into, index) ? Stripe.empty() : changing(into, index);
      target.copy(changing(from, index), first, end, endIn(into, index));
      changed.put(place(into, index), target);
    }
  }

  @Override
  public void findStrays(Set<Long> numbers, Consumer<String> fault) throws MetadataException {
    try (Metadata.Cursor entries = metadata.iterate(Family.BLOCKS)) {
      for (entries.seek(new byte[0]); entries.isValid(); entries.next()) {
        long number = Keys.number(entries.key());
        if (!numbers.contains(number)) {
          fault.accept(
              "stripe " + Keys.index(entries.key()) + " belongs to no object: number " + number);
        }
      }
      entries.status();
    }
  }
}
