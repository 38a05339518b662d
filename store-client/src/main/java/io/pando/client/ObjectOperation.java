package io.pando.client;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.engine.ObjectCall;
import io.pando.client.objecter.Operation;
import io.pando.collect.Utf8Order;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Several operations on one object that take effect together or not at all: first conditions and
 * queries, which see the object before the change, then mutations, which are applied in order if
 * every condition holds. Immutable and reusable.
 *
 * {@snippet :
 * Handle<Payload> before = Handle.bytes();
 * ObjectOperation swap = ObjectOperation.builder()
 *     .compareAttribute("state", Comparison.EQUAL, "draft".getBytes(UTF_8))
 *     .read(0, 100, before)
 *     .writeFull("published".getBytes(UTF_8))
 *     .setAttribute("state", "final".getBytes(UTF_8))
 *     .build();
 * OperationResult result = pool.operate("article", swap);
 * String old = result.get(before).toUtf8();
 * }
 */
public final class ObjectOperation {
  private final List<ObjectOp> ops;
  private final Map<Handle<?>, Integer> handles;

  private ObjectOperation(List<ObjectOp> ops, Map<Handle<?>, Integer> handles) {
    this.ops = List.copyOf(ops);
    this.handles = new LinkedHashMap<>(handles);
  }

  /** A builder without operations. */
  public static Builder builder() {
    return new Builder();
  }

  List<ObjectOp> ops() {
    return ops;
  }

  int indexOf(Handle<?> handle) {
    Integer index = handles.get(handle);
    if (index == null) {
      throw new IllegalArgumentException("the handle was given to no query of this operation");
    }
    return index;
  }

  /**
   * Collects operations. Byte arrays and buffers are not copied: they must not change until the
   * last use of the operation has ended. The position of a buffer is not changed.
   */
  public static final class Builder {
    private final List<ObjectOp> ops = new ArrayList<>();
    private final Map<Handle<?>, Integer> handles = new LinkedHashMap<>();

    private Builder() {}

    private Builder add(ObjectOp op) {
      if (!(op instanceof ObjectOp.Mutation)
          && !ops.isEmpty()
          && ops.getLast() instanceof ObjectOp.Mutation) {
        throw new PandoException.InvalidArgument(
            "conditions and queries see the object before the mutations: add "
                + op.getClass().getSimpleName()
                + " before the first mutation");
      }
      ops.add(op);
      return this;
    }

    private Builder query(ObjectOp op, Handle<?> handle) {
      add(op);
      if (handles.putIfAbsent(handle, ops.size() - 1) != null) {
        throw new PandoException.InvalidArgument(
            "the handle belongs to another query already: make one for each");
      }
      return this;
    }

    /** Fails with {@link PandoException.NotFound} unless the object exists. */
    public Builder assertExists() {
      return add(new ObjectOp.AssertExists());
    }

    /** Fails with {@link PandoException.VersionMismatch} unless the object has this version. */
    public Builder assertVersion(Version version) {
      return add(new ObjectOp.AssertVersion(version));
    }

    /**
     * Fails with {@link PandoException.ConditionFailed} unless {@code attribute comparison value}
     * holds, byte by byte, unsigned; an absent attribute is empty.
     */
    public Builder compareAttribute(String name, ObjectOp.Comparison comparison, byte[] value) {
      return add(new ObjectOp.CompareAttribute(name, comparison, Payload.wrap(value)));
    }

    /** Reads bytes; fewer if the object ends earlier. */
    public Builder read(long offset, long length, Handle<Payload> handle) {
      return query(new ObjectOp.Read(range(offset, length)), handle);
    }

    /** Reads the parts of a range that are not holes. */
    public Builder readSparse(long offset, long length, Handle<OpResult.SparseData> handle) {
      return query(new ObjectOp.SparseRead(range(offset, length)), handle);
    }

    /** Size, version and time. */
    public Builder stat(Handle<ObjectStat> handle) {
      return query(new ObjectOp.Stat(), handle);
    }

    /** Reads one attribute; fails with {@link PandoException.NoAttribute} if it does not exist. */
    public Builder getAttribute(String name, Handle<Payload> handle) {
      return query(new ObjectOp.GetAttribute(name), handle);
    }

    /** Reads all attributes. */
    public Builder listAttributes(Handle<SortedMap<String, Payload>> handle) {
      return query(new ObjectOp.ListAttributes(), handle);
    }

    /** Reads the entries of the key/value map with these keys, as far as they exist. */
    public Builder getEntries(List<String> keys, Handle<EntryPage> handle) {
      return query(new ObjectOp.GetEntries(List.copyOf(keys)), handle);
    }

    /**
     * Reads entries of the key/value map whose keys have a prefix and are after {@code after}, in
     * order.
     */
    public Builder listEntries(
        @Nullable String after, String prefix, int max, Handle<EntryPage> handle) {
      return query(new ObjectOp.ListEntries(after, prefix, max), handle);
    }

    /** Creates the object unless it exists. */
    public Builder create() {
      return add(new ObjectOp.Create(false));
    }

    /** Creates the object; fails with {@link PandoException.AlreadyExists} if it exists. */
    public Builder createExclusive() {
      return add(new ObjectOp.Create(true));
    }

    /** Writes bytes at an offset; a gap reads as zeros. */
    public Builder write(long offset, ByteBuffer data) {
      range(offset, data.remaining());
      return add(new ObjectOp.Write(offset, Payload.wrap(data)));
    }

    /** Writes bytes at an offset; a gap reads as zeros. */
    public Builder write(long offset, byte[] data) {
      return write(offset, ByteBuffer.wrap(data));
    }

    /** Replaces all bytes; attributes and key/value map stay. */
    public Builder writeFull(ByteBuffer data) {
      return add(new ObjectOp.WriteFull(Payload.wrap(data)));
    }

    /** Replaces all bytes; attributes and key/value map stay. */
    public Builder writeFull(byte[] data) {
      return writeFull(ByteBuffer.wrap(data));
    }

    /** Writes bytes at the end. */
    public Builder append(ByteBuffer data) {
      return add(new ObjectOp.Append(Payload.wrap(data)));
    }

    /** Writes bytes at the end. */
    public Builder append(byte[] data) {
      return append(ByteBuffer.wrap(data));
    }

    /** Truncates the object, or extends it with zeros. */
    public Builder truncate(long size) {
      range(size, 0);
      return add(new ObjectOp.Truncate(size));
    }

    /** Makes a range read as zeros; never makes the object longer. */
    public Builder zero(long offset, long length) {
      return add(new ObjectOp.Zero(range(offset, length)));
    }

    /** Removes the object; fails with {@link PandoException.NotFound} if it does not exist. */
    public Builder remove() {
      return add(new ObjectOp.Remove());
    }

    /** Sets an attribute. */
    public Builder setAttribute(String name, byte[] value) {
      return add(new ObjectOp.SetAttribute(name, Payload.wrap(value)));
    }

    /** Removes an attribute; fails with {@link PandoException.NoAttribute} if it does not exist. */
    public Builder removeAttribute(String name) {
      return add(new ObjectOp.RemoveAttribute(name));
    }

    /** Sets entries of the key/value map; other entries stay. */
    public Builder setEntries(Map<String, byte[]> entries) {
      SortedMap<String, Payload> sorted = new TreeMap<>(Utf8Order.INSTANCE);
      entries.forEach((key, value) -> sorted.put(key, Payload.wrap(value)));
      return add(new ObjectOp.SetEntries(sorted));
    }

    /** Removes entries of the key/value map, as far as they exist. */
    public Builder removeEntries(List<String> keys) {
      return add(new ObjectOp.RemoveEntries(List.copyOf(keys)));
    }

    /** Removes the entries from one key up to another (exclusive; null: to the end). */
    public Builder removeEntryRange(String from, @Nullable String to) {
      return add(new ObjectOp.RemoveEntryRange(from, to));
    }

    /** The operation; at least one must have been added. */
    public ObjectOperation build() {
      if (ops.isEmpty()) {
        throw new PandoException.InvalidArgument(
            "an operation must contain at least one query, condition or mutation");
      }
      return new ObjectOperation(ops, handles);
    }
  }

  static ByteRange range(long offset, long length) {
    if (offset < 0 || length < 0 || offset + length < 0) {
      throw new PandoException.InvalidArgument(
          "offset and length must not be negative: " + offset + ", " + length);
    }
    return new ByteRange(offset, length);
  }

  static long at(long offset) {
    return range(offset, 0).offset();
  }

  /** The call of this operation on an object. */
  ObjectCall<OperationResult> on(String object) {
    boolean mutates = ops().stream().anyMatch(ObjectOp.Mutation.class::isInstance);
    return new ObjectCall<>(
        object,
        ops(),
        mutates ? Operation.Concurrency.UPDATES : Operation.Concurrency.READERS,
        succeeded -> new OperationResult(this, succeeded.version(), succeeded.results()));
  }
}
