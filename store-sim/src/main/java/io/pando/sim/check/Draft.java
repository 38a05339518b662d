package io.pando.sim.check;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An object while the mutations of one vector are applied to it, one after the other. */
final class Draft {
  private boolean exists;
  private byte[] bytes;
  private SortedMap<String, Payload> attributes;
  private SortedMap<String, Payload> entries;
  private boolean changed;

  Draft(Content from) {
    this.exists = from.exists();
    this.bytes = from.bytes();
    this.attributes = from.attributes();
    this.entries = from.entries();
  }

  /** Whether the object was changed; writing equal contents counts as a change. */
  boolean isChanged() {
    return changed;
  }

  Content content() {
    return exists ? new Content(true, bytes, attributes, entries) : Content.ABSENT;
  }

  /** Applies a mutation, or returns the reason why it is refused. */
  @Nullable OpError mutate(ObjectOp.Mutation mutation) {
    OpError refusal = refusal(mutation);
    if (refusal != null) {
      return refusal;
    }
    if (mutation instanceof ObjectOp.Zero && !exists) {
      return null;
    }
    changed = true;
    exists = !(mutation instanceof ObjectOp.Remove);
    switch (mutation) {
      case ObjectOp.Create _ -> {}
      case ObjectOp.Write write -> write(write.offset(), write.data());
      case ObjectOp.WriteFull write -> bytes = write.data().toByteArray();
      case ObjectOp.Append append -> write(bytes.length, append.data());
      case ObjectOp.Truncate cut -> bytes = Arrays.copyOf(bytes, Math.toIntExact(cut.size()));
      case ObjectOp.Zero zero -> zero(zero.range());
      case ObjectOp.Remove _ -> {
        bytes = new byte[0];
        attributes = Content.map();
        entries = Content.map();
      }
      case ObjectOp.SetAttribute set -> {
        attributes = new TreeMap<>(attributes);
        attributes.put(set.name(), set.value());
      }
      case ObjectOp.RemoveAttribute remove -> {
        attributes = new TreeMap<>(attributes);
        attributes.remove(remove.name());
      }
      case ObjectOp.SetEntries set -> {
        entries = new TreeMap<>(entries);
        entries.putAll(set.entries());
      }
      case ObjectOp.RemoveEntries remove -> {
        entries = new TreeMap<>(entries);
        entries.keySet().removeAll(remove.keys());
      }
      case ObjectOp.EndLoss _ ->
          throw new IllegalArgumentException("an operator's order, not a client's");
      case ObjectOp.RemoveEntryRange range -> {
        TreeMap<String, Payload> rest = new TreeMap<>(entries);
        NavigableMap<String, Payload> tail = rest.tailMap(range.from(), true);
        (range.to() == null ? tail : tail.headMap(range.to(), false)).clear();
        entries = rest;
      }
    }
    return null;
  }

  private @Nullable OpError refusal(ObjectOp.Mutation mutation) {
    return switch (mutation) {
      case ObjectOp.Create create when create.exclusive() && exists -> OpError.ALREADY_EXISTS;
      case ObjectOp.Remove _ when !exists -> OpError.NOT_FOUND;
      case ObjectOp.RemoveAttribute remove when !attributes.containsKey(remove.name()) ->
          OpError.NO_ATTRIBUTE;
      default -> null;
    };
  }

  private void write(long offset, Payload data) {
    int from = Math.toIntExact(offset);
    bytes = Arrays.copyOf(bytes, Math.max(bytes.length, from + data.size()));
    data.asByteBuffer().get(bytes, from, data.size());
  }

  private void zero(ByteRange range) {
    bytes = bytes.clone();
    int from = (int) Math.min(range.offset(), bytes.length);
    int to = (int) Math.min(range.end(), bytes.length);
    Arrays.fill(bytes, from, to, (byte) 0);
  }
}
