package io.pando.client;

import io.pando.client.engine.PoolCalls;
import io.pando.id.ObjectId;
import io.pando.message.ObjectMessage;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The names of all objects of a pool, in placement order (no order that is meaningful to people),
 * fetched page by page. An object that exists during the whole listing is listed once; an object
 * that is created or removed meanwhile may or may not be listed. Each iterator starts from the
 * beginning; iteration may block, and fails with {@link PandoException}.
 */
public final class ObjectListing implements Iterable<String> {
  static final int DEFAULT_PAGE = 1_000;

  private static final int MAX_PAGE = 10_000;

  /** The last position. */
  private static final int END = -1;

  private final PoolCalls calls;
  private final int pageSize;

  ObjectListing(PoolCalls calls, int pageSize) {
    this.calls = calls;
    this.pageSize = pageSize;
  }

  /** The names as a sequential stream. */
  public Stream<String> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  @Override
  public Spliterator<String> spliterator() {
    return Spliterators.spliteratorUnknownSize(
        iterator(), Spliterator.DISTINCT | Spliterator.NONNULL | Spliterator.IMMUTABLE);
  }

  @Override
  public Iterator<String> iterator() {
    return new Names();
  }

  /**
   * One page. It comes from the group that owns the present place of the listing in the newest map;
   * its primary reports where the group ends, and the listing continues after that place.
   */
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

  private final class Names implements Iterator<String> {
    private final ArrayDeque<String> page = new ArrayDeque<>();
    private @Nullable ListCursor next;
    private boolean ended;

    @Override
    public boolean hasNext() {
      while (page.isEmpty() && !ended) {
        ListPage fetched = page(next, pageSize);
        page.addAll(fetched.names());
        next = fetched.next();
        ended = next == null;
      }
      return !page.isEmpty();
    }

    @Override
    public String next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return page.removeFirst();
    }
  }
}
