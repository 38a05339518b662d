package io.pando.client.nio;

import io.pando.client.PandoException;
import io.pando.client.file.FileEntry;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The entries of a directory that a filter accepts. */
final class NioDirectoryStream implements DirectoryStream<Path> {
  private final NioPath directory;
  private final Iterator<FileEntry> entries;
  private final Filter<? super Path> filter;
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile boolean closed;

  NioDirectoryStream(NioPath directory, Iterator<FileEntry> entries, Filter<? super Path> filter) {
    this.directory = directory;
    this.entries = entries;
    this.filter = filter;
  }

  @Override
  public Iterator<Path> iterator() {
    if (closed) {
      throw new IllegalStateException("the stream is closed");
    }
    if (!begun.compareAndSet(false, true)) {
      throw new IllegalStateException("the stream has its iterator already");
    }
    return new Accepted();
  }

  @Override
  public void close() {
    closed = true;
  }

  private final class Accepted implements Iterator<Path> {
    private @Nullable Path ahead;

    @Override
    public boolean hasNext() {
      while (ahead == null && !closed) {
        Path path = fetch();
        if (path == null) {
          return false;
        }
        ahead = accepts(path) ? path : null;
      }
      return ahead != null;
    }

    private @Nullable Path fetch() {
      try {
        return entries.hasNext() ? directory.resolve(entries.next().name()) : null;
      } catch (PandoException e) {
        throw new DirectoryIteratorException(NioFailures.of(e));
      }
    }

    private boolean accepts(Path path) {
      try {
        return filter.accept(path);
      } catch (IOException e) {
        throw new DirectoryIteratorException(e);
      }
    }

    @Override
    public Path next() {
      Path next = hasNext() ? ahead : null;
      if (next == null) {
        throw new NoSuchElementException();
      }
      ahead = null;
      return next;
    }
  }
}
