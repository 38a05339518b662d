package io.pando.client;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Pool;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.message.ObjectMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Pages through the groups of a pool in placement order: a group owns the hashes that share its low
 * bits, so bit-reversed group numbers come in the order of the objects' positions.
 */
record Listing(PoolCalls calls) {
  private static final int MAX_PAGE = 10_000;

  ListPage page(@Nullable ListCursor after, int max) {
    ListCursor at = at(after, max);
    return page(at, calls.list(at.group(), at.after(), max));
  }

  CompletableFuture<ListPage> pageAsync(@Nullable ListCursor after, int max) {
    ListCursor at = at(after, max);
    return calls.startList(at.group(), at.after(), max, reply -> page(at, reply));
  }

  private ListCursor at(@Nullable ListCursor after, int max) {
    if (max < 1 || max > MAX_PAGE) {
      throw new PandoException.InvalidArgument(
          "a page of a listing holds 1 to " + MAX_PAGE + " names, not " + max);
    }
    ListCursor at = after == null ? new ListCursor(new PgId(calls.pool(), 0), null) : after;
    if (!at.group().pool().equals(calls.pool())) {
      throw new PandoException.InvalidArgument(
          "the cursor belongs to the listing of pool " + at.group().pool());
    }
    return at;
  }

  private ListPage page(ListCursor at, ObjectMessage.ListReply reply) {
    List<String> names = reply.objects().stream().map(ObjectId::name).toList();
    if (reply.more() && !names.isEmpty()) {
      return new ListPage(names, new ListCursor(at.group(), reply.objects().getLast()));
    }
    int seed = seedAfter(at.group().seed(), groupCount());
    ListCursor next = seed < 0 ? null : new ListCursor(new PgId(calls.pool(), seed), null);
    return new ListPage(names, next);
  }

  private int groupCount() {
    ClusterMap map = calls.engine().map();
    Pool pool = map == null ? null : map.pools().get(calls.pool());
    if (pool == null) {
      throw new PandoException.NoPool(
          "listing pool '" + calls.poolName() + "': the pool does not exist any more");
    }
    return pool.groupCount();
  }

  /** The group whose bit-reversed number comes next; -1 after the last. */
  static int seedAfter(int seed, int groupCount) {
    int bits = 32 - Integer.numberOfLeadingZeros(groupCount - 1);
    long reversed = bits == 0 ? 0 : Integer.toUnsignedLong(Integer.reverse(seed)) >>> (32 - bits);
    for (long next = reversed + 1; next < 1L << bits; next++) {
      int candidate = Integer.reverse((int) next << (32 - bits));
      if (candidate < groupCount) {
        return candidate;
      }
    }
    return -1;
  }
}
