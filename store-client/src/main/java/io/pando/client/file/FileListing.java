package io.pando.client.file;

import io.pando.fs.EntryKey;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a directory with their attributes, without "." and "..", fetched page by page in
 * no order that is meaningful to people. An entry that exists during the whole listing is listed
 * once; one that is created or removed meanwhile may or may not be listed. Each iterator starts
 * from the beginning. Iteration may block, and fails as calls do.
 */
public final class FileListing implements Iterable<FileEntry> {
  private final Function<@Nullable EntryKey, FilePage> pages;

  /**
   * A listing.
   *
   * @param pages fetches the page behind a place; null for the first
   */
  public FileListing(Function<@Nullable EntryKey, FilePage> pages) {
    this.pages = pages;
  }

  /** The entries as a sequential stream. */
  public Stream<FileEntry> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  @Override
  public Spliterator<FileEntry> spliterator() {
    return Spliterators.spliteratorUnknownSize(
        iterator(), Spliterator.NONNULL | Spliterator.IMMUTABLE);
  }

  @Override
  public Iterator<FileEntry> iterator() {
    return new Entries(pages);
  }

  private static final class Entries implements Iterator<FileEntry> {
    private final Function<@Nullable EntryKey, FilePage> pages;
    private final ArrayDeque<FileEntry> page = new ArrayDeque<>();
    private @Nullable EntryKey next;
    private boolean ended;

    Entries(Function<@Nullable EntryKey, FilePage> pages) {
      this.pages = pages;
    }

    @Override
    public boolean hasNext() {
      while (page.isEmpty() && !ended) {
        FilePage fetched = pages.apply(next);
        page.addAll(fetched.entries());
        next = fetched.next();
        ended = next == null;
      }
      return !page.isEmpty();
    }

    @Override
    public FileEntry next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return page.removeFirst();
    }
  }
}
