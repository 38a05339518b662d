package io.pando.sim.check;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Expected results of queries and comparisons on an object with given contents. */
final class ExpectedResults {
  private ExpectedResults() {}

  /** Whether a result is correct for the query, apart from the version in it. */
  static boolean fits(ObjectOp.Query query, OpResult result, Content on) {
    return switch (query) {
      case ObjectOp.Read read -> result.equals(new OpResult.Data(bytes(on, read.range())));
      case ObjectOp.SparseRead read ->
          result instanceof OpResult.SparseData sparse && sparseFits(on, read.range(), sparse);
      case ObjectOp.Stat _ -> result instanceof OpResult.Stat stat && stat.sizeBytes() == on.size();
      case ObjectOp.GetAttribute get ->
          result instanceof OpResult.Attributes some
              && some.attributes().equals(attribute(on, get.name()));
      case ObjectOp.ListAttributes _ ->
          result instanceof OpResult.Attributes all && all.attributes().equals(on.attributes());
      case ObjectOp.GetEntries get ->
          result instanceof OpResult.Entries some && some.entries().equals(chosen(on, get.keys()));
      case ObjectOp.ListEntries list ->
          result instanceof OpResult.Entries page && pageFits(on, list, page);
    };
  }

  /** Whether a comparison holds. */
  static boolean holds(ObjectOp.CompareAttribute compare, Content on) {
    byte[] left = on.attributes().getOrDefault(compare.name(), Payload.EMPTY).toByteArray();
    int order = Arrays.compareUnsigned(left, compare.value().toByteArray());
    return switch (compare.comparison()) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
    };
  }

  private static SortedMap<String, Payload> attribute(Content on, String name) {
    SortedMap<String, Payload> one = Content.map();
    one.put(name, on.attributes().getOrDefault(name, Payload.EMPTY));
    return one;
  }

  private static Payload bytes(Content on, ByteRange range) {
    int from = (int) Math.min(range.offset(), on.size());
    int to = (int) Math.min(range.end(), on.size());
    return Payload.wrap(ByteBuffer.wrap(on.bytes(), from, to - from));
  }

  /** Checks that omitted parts are zeros, and that the other parts are correct. */
  private static boolean sparseFits(Content on, ByteRange range, OpResult.SparseData sparse) {
    long at = range.offset();
    long end = Math.min(range.end(), on.size());
    int taken = 0;
    for (ByteRange held : sparse.ranges()) {
      if (held.offset() < at
          || held.end() > end
          || taken + held.length() > sparse.data().size()
          || !isZero(on, at, held.offset())
          || !bytes(on, held).equals(sparse.data().slice(taken, (int) held.length()))) {
        return false;
      }
      taken += (int) held.length();
      at = held.end();
    }
    return taken == sparse.data().size() && isZero(on, at, end);
  }

  private static boolean isZero(Content on, long from, long to) {
    for (long i = from; i < to; i++) {
      if (on.bytes()[(int) i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static SortedMap<String, Payload> chosen(Content on, List<String> keys) {
    SortedMap<String, Payload> found = Content.map();
    for (String key : keys) {
      Payload value = on.entries().get(key);
      if (value != null) {
        found.put(key, value);
      }
    }
    return found;
  }

  /** Checks a page, which may be shorter than the limit if it says that more entries follow. */
  private static boolean pageFits(Content on, ObjectOp.ListEntries list, OpResult.Entries page) {
    SortedMap<String, Payload> expected = Content.map();
    int matching = 0;
    for (Map.Entry<String, Payload> entry : on.entries().entrySet()) {
      boolean behind =
          list.after() == null || Utf8Order.INSTANCE.compare(entry.getKey(), list.after()) > 0;
      if (behind && entry.getKey().startsWith(list.prefix())) {
        matching++;
        if (expected.size() < page.entries().size()) {
          expected.put(entry.getKey(), entry.getValue());
        }
      }
    }
    return page.entries().size() <= list.maxEntries()
        && page.entries().equals(expected)
        && page.more() == (matching > expected.size());
  }
}
