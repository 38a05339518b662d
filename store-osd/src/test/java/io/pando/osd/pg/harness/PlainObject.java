package io.pando.osd.pg.harness;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One object as a store is to keep it, in the plainest way. */
public final class PlainObject {
  private boolean exists;
  private byte[] bytes = new byte[0];
  private final NavigableMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
  private final NavigableMap<String, Payload> map = new TreeMap<>(Utf8Order.INSTANCE);

  /** The same, to be changed by itself. */
  public PlainObject copy() {
    PlainObject copy = new PlainObject();
    copy.exists = exists;
    copy.bytes = bytes.clone();
    copy.attributes.putAll(attributes);
    copy.map.putAll(map);
    return copy;
  }

  /** Takes the bytes of a range of another, as far as that goes. */
  public void copy(PlainObject from, ByteRange range) {
    exists = true;
    int end = (int) Math.min(range.end(), from.bytes.length);
    int start = (int) Math.min(range.offset(), end);
    if (start < end) {
      grow(end);
      System.arraycopy(from.bytes, start, bytes, start, end - start);
    }
  }

  /** Whether there is an object. */
  public boolean exists() {
    return exists;
  }

  /** Bytes it has. */
  public int size() {
    return bytes.length;
  }

  /** All of them. */
  public SortedMap<String, Payload> attributes() {
    return attributes;
  }

  /** Its key/value map. */
  public SortedMap<String, Payload> map() {
    return map;
  }

  /** Takes a step. */
  public void apply(StoreOp op) {
    exists = true;
    switch (op) {
      case StoreOp.Touch _ -> {}
      case StoreOp.Remove _ -> {
        exists = false;
        bytes = new byte[0];
        attributes.clear();
        map.clear();
      }
      case StoreOp.Write write -> {
        grow(write.offset() + write.data().size());
        write.data().copyTo(bytes, (int) write.offset());
      }
      case StoreOp.Zero zero -> {
        grow(zero.range().end());
        Arrays.fill(bytes, (int) zero.range().offset(), (int) zero.range().end(), (byte) 0);
      }
      case StoreOp.Truncate truncate -> bytes = Arrays.copyOf(bytes, (int) truncate.size());
      case StoreOp.PutAttributes put -> attributes.putAll(put.attributes());
      case StoreOp.RemoveAttributes remove -> attributes.keySet().removeAll(remove.names());
      case StoreOp.PutMap put -> map.putAll(put.entries());
      case StoreOp.RemoveMapKeys remove -> map.keySet().removeAll(remove.keys());
      case StoreOp.RemoveMapRange remove -> range(remove.from(), remove.to()).clear();
      default -> throw new AssertionError("no step of a copy: " + op);
    }
  }

  private SortedMap<String, Payload> range(String from, @Nullable String to) {
    return to == null ? map.tailMap(from) : map.subMap(from, to);
  }

  private void grow(long size) {
    bytes = size > bytes.length ? Arrays.copyOf(bytes, (int) size) : bytes;
  }

  /** Answers what a copy asks; blocks of zeros are holes. */
  public ObjectView view(ObjectQuery query, int holeBytes) {
    List<Payload> data = new ArrayList<>();
    for (ByteRange range : query.data()) {
      int from = (int) Math.min(range.offset(), bytes.length);
      int to = (int) Math.min(range.end(), bytes.length);
      data.add(Payload.wrap(Arrays.copyOfRange(bytes, from, to)));
    }
    List<ObjectView.MapPage> pages = new ArrayList<>();
    for (ObjectQuery.MapSelection selection : query.maps()) {
      pages.add(
          switch (selection) {
            case ObjectQuery.Page page -> page(page);
            case ObjectQuery.Keys keys -> entries(keys);
          });
    }
    return new ObjectView(
        bytes.length, new TreeMap<>(attributes), data, pages, allocated(holeBytes));
  }

  private ObjectView.MapPage entries(ObjectQuery.Keys asked) {
    SortedMap<String, Payload> entries = new TreeMap<>(map);
    entries.keySet().retainAll(asked.keys());
    return new ObjectView.MapPage(entries, false);
  }

  private ObjectView.MapPage page(ObjectQuery.Page asked) {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    SortedMap<String, Payload> rest =
        asked.after() == null ? map : map.tailMap(asked.after(), false);
    int taken = 0;
    for (String key : rest.keySet()) {
      if (!key.startsWith(asked.prefix())) {
        continue;
      }
      int more = key.length() + rest.get(key).size();
      if (!entries.isEmpty()
          && (entries.size() == asked.maxEntries() || taken + more > asked.maxBytes())) {
        return new ObjectView.MapPage(entries, true);
      }
      entries.put(key, rest.get(key));
      taken += more;
    }
    return new ObjectView.MapPage(entries, false);
  }

  private List<ByteRange> allocated(int holeBytes) {
    List<ByteRange> ranges = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += holeBytes) {
      int length = Math.min(holeBytes, bytes.length - at);
      if (!Arrays.equals(bytes, at, at + length, new byte[length], 0, length)) {
        ranges.add(new ByteRange(at, length));
      }
    }
    return ranges;
  }

  @Override
  public String toString() {
    return "%s %s %s %s".formatted(exists, Payload.wrap(bytes), attributes, map);
  }
}
