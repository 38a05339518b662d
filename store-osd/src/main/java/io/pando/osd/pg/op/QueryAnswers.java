package io.pando.osd.pg.op;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.collect.Utf8Order;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import io.pando.store.ObjectView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Answers the queries of a vector, in order, from the object that was read. */
final class QueryAnswers {
  private final ObjectState state;
  private final @Nullable ObjectView view;
  private int nextData;
  private int nextMap;

  QueryAnswers(ObjectState state, @Nullable ObjectView view) {
    this.state = state;
    this.view = view;
  }

  /** The answer; null if an attribute does not exist. */
  @Nullable OpResult answer(ObjectOp.Query query) {
    ObjectView read = Invariant.present(view, () -> "the object was not read for " + query);
    return switch (query) {
      case ObjectOp.Read _ -> new OpResult.Data(read.data().get(nextData++));
      case ObjectOp.SparseRead sparse -> sparse(sparse.range(), read);
      case ObjectOp.Stat _ ->
          new OpResult.Stat(state.sizeBytes(), state.version(), state.modifiedMillis());
      case ObjectOp.GetAttribute get -> attribute(get.name(), read);
      case ObjectOp.ListAttributes _ -> new OpResult.Attributes(clientAttributes(read));
      case ObjectOp.GetEntries _ ->
          new OpResult.Entries(read.maps().get(nextMap++).entries(), false);
      case ObjectOp.ListEntries _ -> {
        ObjectView.MapPage page = read.maps().get(nextMap++);
        yield new OpResult.Entries(page.entries(), page.more());
      }
    };
  }

  /** Whether the comparison holds; an absent attribute counts as empty. */
  boolean holds(ObjectOp.CompareAttribute compare) {
    Payload value =
        view == null ? null : view.attributes().get(OpVector.ATTRIBUTE_PREFIX + compare.name());
    ByteBuffer left = (value == null ? Payload.EMPTY : value).asByteBuffer();
    int order = compareUnsigned(left, compare.value().asByteBuffer());
    return switch (compare.comparison()) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
    };
  }

  private static int compareUnsigned(ByteBuffer a, ByteBuffer b) {
    int mismatch = a.mismatch(b);
    if (mismatch < 0) {
      return 0;
    }
    if (mismatch >= a.limit() || mismatch >= b.limit()) {
      return Integer.compare(a.limit(), b.limit());
    }
    return Byte.compareUnsigned(a.get(mismatch), b.get(mismatch));
  }

  private static @Nullable OpResult attribute(String name, ObjectView read) {
    Payload value = read.attributes().get(OpVector.ATTRIBUTE_PREFIX + name);
    if (value == null) {
      return null;
    }
    TreeMap<String, Payload> one = new TreeMap<>(Utf8Order.INSTANCE);
    one.put(name, value);
    return new OpResult.Attributes(one);
  }

  private static SortedMap<String, Payload> clientAttributes(ObjectView read) {
    TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    read.attributes()
        .forEach((name, value) -> {
          if (name.startsWith(OpVector.ATTRIBUTE_PREFIX)) {
            attributes.put(name.substring(OpVector.ATTRIBUTE_PREFIX.length()), value);
          }
        });
    return attributes;
  }

  private OpResult sparse(ByteRange range, ObjectView read) {
    Payload bytes = read.data().get(nextData++);
    List<ByteRange> ranges = new ArrayList<>();
    long end = range.offset() + bytes.size();
    int total = 0;
    for (ByteRange held : read.allocated()) {
      long from = Math.max(held.offset(), range.offset());
      long to = Math.min(held.end(), end);
      if (from < to) {
        ranges.add(new ByteRange(from, to - from));
        total += (int) (to - from);
      }
    }
    if (total == bytes.size()) {
      return new OpResult.SparseData(ranges, bytes);
    }
    ByteBuffer data = ByteBuffer.allocate(total);
    for (ByteRange part : ranges) {
      data.put(
          bytes.slice((int) (part.offset() - range.offset()), (int) part.length()).asByteBuffer());
    }
    return new OpResult.SparseData(ranges, Payload.wrap(data.flip()));
  }
}
