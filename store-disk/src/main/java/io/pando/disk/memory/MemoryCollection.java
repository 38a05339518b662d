package io.pando.disk.memory;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import java.util.TreeMap;

/** A collection's objects in placement order, and its own map. */
final class MemoryCollection {
  final TreeMap<ObjectId, MemoryObject> objects = new TreeMap<>();
  final TreeMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);

  MemoryCollection copy() {
    MemoryCollection copy = new MemoryCollection();
    objects.forEach((id, object) -> copy.objects.put(id, object.copy()));
    copy.meta.putAll(meta);
    return copy;
  }
}
