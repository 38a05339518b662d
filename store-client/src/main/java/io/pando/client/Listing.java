package io.pando.client;

import io.pando.id.ObjectId;
import io.pando.message.ObjectMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lists a pool page by page in placement order. Every page comes from the group that owns the
 * present place of the listing in the newest map; its primary reports where the group ends, and the
 * listing continues after that place.
 */
record Listing(PoolCalls calls) {
  private static final int MAX_PAGE = 10_000;

  /** The last position. */
  private static final int END = -1;

  ListPage page(@Nullable ListCursor after, int max) {
    return page(calls.list(at(after, max).after(), max));
  }

  CompletableFuture<ListPage> pageAsync(@Nullable ListCursor after, int max) {
    return calls.startList(at(after, max).after(), max, this::page);
  }

  private ListCursor at(@Nullable ListCursor after, int max) {
    if (max < 1 || max > MAX_PAGE) {
      throw new PandoException.InvalidArgument(
          "a page of a listing holds 1 to " + MAX_PAGE + " names, not " + max);
    }
    ListCursor at = after == null ? ListCursor.start(calls.pool()) : after;
    if (!at.pool().equals(calls.pool())) {
      throw new PandoException.InvalidArgument(
          "the cursor belongs to the listing of pool " + at.pool());
    }
    return at;
  }

  private ListPage page(ObjectMessage.ListReply reply) {
    List<String> names = reply.objects().stream().map(ObjectId::name).toList();
    if (reply.more() && !names.isEmpty()) {
      return new ListPage(names, new ListCursor(calls.pool(), reply.objects().getLast()));
    }
    if (reply.last() == END) {
      return new ListPage(names, null);
    }
    ObjectId behind = new ObjectId(Integer.reverse(reply.last() + 1), "");
    return new ListPage(names, new ListCursor(calls.pool(), behind));
  }
}
