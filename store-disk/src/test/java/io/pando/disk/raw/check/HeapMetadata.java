package io.pando.disk.raw.check;

import io.pando.disk.metadata.CheckpointedMetadata;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Metadata on the heap; every change takes effect at once. A walk can be made to fail early. */
public class HeapMetadata implements CheckpointedMetadata {
  final Map<Family, NavigableMap<byte[], byte[]>> families = new EnumMap<>(Family.class);

  int commits;

  /** Number of open cursors. */
  private int open;

  private final Map<Family, Integer> breakingOff = new EnumMap<>(Family.class);

  /** Empty metadata. */
  public HeapMetadata() {
    for (Family family : Family.values()) {
      families.put(family, new TreeMap<>(Arrays::compareUnsigned));
    }
  }

  /** Makes walks over a family fail after {@code behind} entries. */
  public void breakOff(Family family, int behind) {
    breakingOff.put(family, behind);
  }

  /** Makes walks over all families succeed again. */
  public void mend() {
    breakingOff.clear();
  }

  /** Number of records of a family. */
  public int count(Family family) {
    return of(family).size();
  }

  /** Replaces the contents with those of another instance. */
  public void become(HeapMetadata other) {
    for (Family family : Family.values()) {
      of(family).clear();
      of(family).putAll(other.of(family));
    }
  }

  /** Number of cursors that were not closed. */
  public int openWalks() {
    return open;
  }

  NavigableMap<byte[], byte[]> of(Family family) {
    return families.computeIfAbsent(family, _ -> new TreeMap<>(Arrays::compareUnsigned));
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) throws MetadataException {
    return of(family).get(key);
  }

  @Override
  public void put(Family family, byte[] key, byte[] value) {
    of(family).put(key, value);
  }

  @Override
  public void delete(Family family, byte[] key) {
    of(family).remove(key);
  }

  @Override
  public Cursor iterate(Family family) {
    open++;
    return new Walk(of(family), breakingOff.getOrDefault(family, Integer.MAX_VALUE));
  }

  @Override
  public boolean hasChanges() {
    return false;
  }

  @Override
  public void commit() {
    commits++;
  }

  @Override
  public void commitAsync() {}

  @Override
  public Mark durable() throws MetadataException {
    return committed();
  }

  @Override
  public void persist(boolean wait) throws MetadataException {}

  @Override
  public void abandon() {
    throw new UnsupportedOperationException("no test abandons a batch");
  }

  @Override
  public void close() {}

  private final class Walk implements Cursor {
    private final NavigableMap<byte[], byte[]> entries;
    private Map.@Nullable Entry<byte[], byte[]> at;

    /** Number of entries before the walk fails. */
    private int left;

    Walk(NavigableMap<byte[], byte[]> entries, int left) {
      this.entries = entries;
      this.left = left;
    }

    private void stand(Map.@Nullable Entry<byte[], byte[]> entry) {
      at = left-- > 0 ? entry : null;
    }

    private Map.Entry<byte[], byte[]> here() {
      if (at == null) {
        throw new IllegalStateException("behind the end");
      }
      return at;
    }

    @Override
    public void seek(byte[] key) {
      stand(entries.ceilingEntry(key));
    }

    @Override
    public boolean isValid() {
      return at != null;
    }

    @Override
    public void next() {
      stand(entries.higherEntry(here().getKey()));
    }

    @Override
    public byte[] key() {
      return here().getKey().clone();
    }

    @Override
    public byte[] value() {
      return here().getValue().clone();
    }

    @Override
    public void status() throws MetadataException {
      if (left < 0) {
        throw new MetadataException("the walk broke off");
      }
    }

    @Override
    public void close() {
      open--;
    }
  }
}
