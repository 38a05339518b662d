package io.pando.disk.metadata;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.disk.MapPageBuilder;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView.MapPage;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the ordered maps of objects and collections. One thread uses it. */
public final class MapReader {
  private final Metadata metadata;

  public MapReader(Metadata metadata) {
    this.metadata = metadata;
  }

  /**
   * The part of an object's map that a query selects.
   *
   * @param map prefix of the map's keys; null if the object has none
   */
  public MapPage select(byte @Nullable [] map, ObjectQuery.MapSelection selection)
      throws MetadataException {
    return switch (selection) {
      case ObjectQuery.Keys keys -> keys(map, keys);
      case ObjectQuery.Page page -> page(map, page);
    };
  }

  private MapPage keys(byte @Nullable [] map, ObjectQuery.Keys keys) throws MetadataException {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    if (map != null) {
      for (String key : keys.keys()) {
        byte[] value = metadata.get(Family.MAP, Keys.append(map, key));
        if (value != null) {
          entries.put(key, Payload.wrap(value));
        }
      }
    }
    return new MapPage(Collections.unmodifiableSortedMap(entries), false);
  }

  private MapPage page(byte @Nullable [] map, ObjectQuery.Page page) throws MetadataException {
    MapPageBuilder builder = new MapPageBuilder(page);
    if (map == null) {
      return builder.build();
    }
    byte[] wanted = Keys.append(map, page.prefix());
    String after = page.after();
    byte[] from = after == null ? wanted : Keys.successor(Keys.append(map, after));
    try (Metadata.Cursor entries = metadata.iterate(Family.MAP)) {
      for (entries.seek(Keys.isBefore(from, wanted) ? wanted : from);
          entries.isValid();
          entries.next()) {
        byte[] key = entries.key();
        boolean goOn =
            Keys.startsWith(key, wanted)
                && builder.offer(
                    Keys.text(key, map.length),
                    key.length - map.length,
                    Payload.wrap(entries.value()));
        if (!goOn) {
          break;
        }
      }
      entries.status();
    }
    return builder.build();
  }

  /**
   * The entries of a collection's map from one key to another, exclusive; null for no upper bound.
   */
  public SortedMap<String, Payload> meta(byte[] collection, String from, @Nullable String to)
      throws MetadataException {
    SortedMap<String, Payload> result = new TreeMap<>(Utf8Order.INSTANCE);
    byte[] end = to == null ? null : Keys.append(collection, to);
    try (Metadata.Cursor entries = metadata.iterate(Family.META)) {
      for (entries.seek(Keys.append(collection, from)); entries.isValid(); entries.next()) {
        byte[] key = entries.key();
        if (!Keys.startsWith(key, collection) || !Keys.isBefore(key, end)) {
          break;
        }
        result.put(Keys.text(key, collection.length), Payload.wrap(entries.value()));
      }
      entries.status();
    }
    return result;
  }
}
