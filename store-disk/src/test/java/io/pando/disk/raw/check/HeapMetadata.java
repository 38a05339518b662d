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

/** Metadata on the heap; every change counts at once. */
final class HeapMetadata implements CheckpointedMetadata {
  final Map<Family, NavigableMap<byte[], byte[]>> families = new EnumMap<>(Family.class);

  HeapMetadata() {
    for (Family family : Family.values()) {
      families.put(family, new TreeMap<>(Arrays::compareUnsigned));
    }
  }

  NavigableMap<byte[], byte[]> of(Family family) {
    return families.computeIfAbsent(family, _ -> new TreeMap<>(Arrays::compareUnsigned));
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
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
    return new Walk(of(family));
  }

  @Override
  public boolean hasChanges() {
    return false;
  }

  @Override
  public void commit() {}

  @Override
  public void take() {}

  @Override
  public Mark durable() throws MetadataException {
    return taken();
  }

  @Override
  public void persist(boolean wait) {}

  @Override
  public void abandon() {
    throw new UnsupportedOperationException("nothing is given up here");
  }

  @Override
  public void close() {}

  private static final class Walk implements Cursor {
    private final NavigableMap<byte[], byte[]> entries;
    private Map.@Nullable Entry<byte[], byte[]> at;

    Walk(NavigableMap<byte[], byte[]> entries) {
      this.entries = entries;
    }

    private Map.Entry<byte[], byte[]> here() {
      if (at == null) {
        throw new IllegalStateException("behind the end");
      }
      return at;
    }

    @Override
    public void seek(byte[] key) {
      at = entries.ceilingEntry(key);
    }

    @Override
    public void seekToFirst() {
      at = entries.firstEntry();
    }

    @Override
    public boolean isValid() {
      return at != null;
    }

    @Override
    public void next() {
      at = entries.higherEntry(here().getKey());
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
    public void status() {}

    @Override
    public void close() {}
  }
}
