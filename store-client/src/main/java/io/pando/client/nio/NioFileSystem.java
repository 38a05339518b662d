package io.pando.client.nio;

import io.pando.client.file.PandoFileSystem;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/** A file system of a cluster. */
final class NioFileSystem extends FileSystem {
  private final FileSystemProvider provider;
  private final PandoFileSystem files;
  private final Runnable closing;
  private final NioPath.Root root;
  private final ChannelLocks locks = new ChannelLocks();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * A file system.
   *
   * @param closing to be run once when it is closed
   */
  NioFileSystem(
      FileSystemProvider provider, PandoFileSystem files, FileSystemUri uri, Runnable closing) {
    this.provider = provider;
    this.files = files;
    this.closing = closing;
    this.root = new NioPath.Root(this, this::files, uri);
  }

  /** The file system by path; fails if this one is closed. */
  PandoFileSystem files() {
    if (closed.get()) {
      throw new ClosedFileSystemException();
    }
    return files;
  }

  ChannelLocks locks() {
    return locks;
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      closing.run();
    }
  }

  @Override
  public boolean isOpen() {
    return !closed.get();
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(NioPath.parse(root, "/"));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of(new NioFileStore(files()));
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return new LinkedHashSet<>(NamedAttributes.VIEWS);
  }

  @Override
  public Path getPath(String first, String... more) {
    StringBuilder text = new StringBuilder(first);
    for (String each : more) {
      if (!each.isEmpty()) {
        text.append(text.isEmpty() ? "" : "/").append(each);
      }
    }
    return NioPath.parse(root, text.toString());
  }

  @Override
  public PathMatcher getPathMatcher(String syntaxAndPattern) {
    int colon = syntaxAndPattern.indexOf(':');
    if (colon <= 0) {
      throw new IllegalArgumentException(
          "expected glob:PATTERN or regex:PATTERN, found " + syntaxAndPattern);
    }
    String text = syntaxAndPattern.substring(colon + 1);
    String syntax = syntaxAndPattern.substring(0, colon);
    Pattern pattern;
    if (syntax.equalsIgnoreCase("glob")) {
      pattern = GlobPattern.compile(text);
    } else if (syntax.equalsIgnoreCase("regex")) {
      pattern = Pattern.compile(text);
    } else {
      throw new UnsupportedOperationException("no syntax of patterns: " + syntax);
    }
    return path -> pattern.matcher(path.toString()).matches();
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    return new NumericPrincipals();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException("file systems of Pando cannot be watched");
  }

  @Override
  public String toString() {
    return root.uri().toString();
  }
}
