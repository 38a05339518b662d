package io.pando.client;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
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
    return new Names(new Listing(calls), pageSize);
  }

  private static final class Names implements Iterator<String> {
    private final Listing listing;
    private final int pageSize;
    private final ArrayDeque<String> page = new ArrayDeque<>();
    private @Nullable ListCursor next;
    private boolean ended;

    Names(Listing listing, int pageSize) {
      this.listing = listing;
      this.pageSize = pageSize;
    }

    @Override
    public boolean hasNext() {
      while (page.isEmpty() && !ended) {
        ListPage fetched = listing.page(next, pageSize);
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
