package io.pando.client.nio;

import io.pando.client.ClientConfig;
import io.pando.client.PandoException;
import io.pando.client.file.FileListing;
import io.pando.client.file.FileStat;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.fs.request.Caller;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.LinkOption;
import java.nio.file.NotLinkException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * File systems of clusters for {@code java.nio.file}, by URIs {@code pando://MONITORS/NAME/PATH}.
 *
 * {@snippet :
 * URI uri = URI.create("pando://10.0.0.1:6789,10.0.0.2:6789/home");
 * try (FileSystem home = FileSystems.newFileSystem(uri, Map.of())) {
 *   Files.writeString(home.getPath("/greeting"), "hello");
 * }
 * }
 *
 * <p>MONITORS are addresses as in {@link ClientConfig}, separated by commas; NAME is that of the
 * file system. The environment of {@code FileSystems.newFileSystem} may have
 *
 * <ul>
 *   <li>{@value #CALLER}: the {@link Caller} whose permissions count; the superuser without it
 *   <li>{@value #CONFIG}: the {@link ClientConfig} to connect with; MONITORS may then be left out
 *   <li>{@value #FILE_SYSTEM}: a {@link PandoFileSystem} of a connection that is there, which stays
 *       open when the file system of {@code java.nio.file} is closed
 * </ul>
 *
 * <p>Safe for use by any number of threads.
 */
public final class PandoFileSystemProvider extends FileSystemProvider {
  static final String CALLER = "caller";
  static final String CONFIG = "config";
  static final String FILE_SYSTEM = "fileSystem";

  private final FileSystemConnector connector;
  private final ConcurrentMap<FileSystemUri, NioFileSystem> open = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public PandoFileSystemProvider() {
    this((_, name) -> {
      // FileSystems.newFileSystem would take an UnsupportedOperationException for no provider.
      throw new IllegalStateException(
          "this version does not connect by itself; pass the file system '"
              + name
              + "' as '"
              + FILE_SYSTEM
              + "' in the environment");
    });
  }

  PandoFileSystemProvider(FileSystemConnector connector) {
    this.connector = connector;
  }

  @Override
  public String getScheme() {
    return FileSystemUri.SCHEME;
  }

  // File systems

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> env) throws IOException {
    FileSystemUri parsed = FileSystemUri.parse(uri);
    if (!parsed.path().equals("/")) {
      throw new IllegalArgumentException("a file system has no path: " + uri);
    }
    FileSystemUri key = parsed.root();
    if (open.containsKey(key)) {
      throw new FileSystemAlreadyExistsException(key.toString());
    }
    PandoFileSystem given = value(env, FILE_SYSTEM, PandoFileSystem.class);
    FileSystemConnector.Connected connected =
        given == null
            ? connect(key, env)
            : new FileSystemConnector.Connected(given, PandoFileSystemProvider::keepOpen);
    PandoFileSystem files = connected.files();
    Caller caller = value(env, CALLER, Caller.class);
    Runnable end = connected.close();
    NioFileSystem system =
        new NioFileSystem(
            this, caller == null ? files : files.as(caller), key, () -> end(key, end));
    if (open.putIfAbsent(key, system) != null) {
      end.run();
      throw new FileSystemAlreadyExistsException(key.toString());
    }
    return system;
  }

  /** A file system that was given is closed by the program that opened it. */
  private static void keepOpen() {}

  private void end(FileSystemUri key, Runnable end) {
    open.remove(key);
    end.run();
  }

  private FileSystemConnector.Connected connect(FileSystemUri uri, Map<String, ?> env)
      throws IOException {
    ClientConfig config = value(env, CONFIG, ClientConfig.class);
    if (config == null && uri.monitors().isEmpty()) {
      throw new IllegalArgumentException(
          uri + " names no monitors, and the environment has no '" + CONFIG + "'");
    }
    try {
      return connector.connect(
          config == null
              ? ClientConfig.builder().monitors(uri.monitors().split(",", -1)).build()
              : config,
          uri.name());
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  private static <T> @Nullable T value(Map<String, ?> env, String key, Class<T> type) {
    Object value = env.get(key);
    if (value == null || type.isInstance(value)) {
      return type.cast(value);
    }
    throw new IllegalArgumentException(
        "'" + key + "' in the environment must be a " + type.getName());
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    NioFileSystem system = open.get(FileSystemUri.parse(uri).root());
    if (system == null) {
      throw new FileSystemNotFoundException(uri.toString());
    }
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    return getFileSystem(uri).getPath(FileSystemUri.parse(uri).path());
  }

  private static NioFileSystem system(NioPath path) {
    if (path.getFileSystem() instanceof NioFileSystem system) {
      return system;
    }
    throw new ProviderMismatchException("not a file system of Pando: " + path.getFileSystem());
  }

  // Channels

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attrs) throws IOException {
    return newFileChannel(path, options, attrs);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attrs) throws IOException {
    NioPath ours = NioPath.of(path);
    PandoFileSystem files = ours.files();
    String text = ours.absoluteText();
    ChannelOptions parsed = ChannelOptions.parse(options, attrs);
    try {
      if (parsed.keepsLink() && isSymbolicLink(files, text)) {
        throw new FileSystemException(text, null, "is a symbolic link (NOFOLLOW_LINKS)");
      }
      PandoFile file =
          switch (parsed.creation()) {
            case NEVER -> files.open(text, parsed.mode());
            case IF_MISSING -> files.create(text, parsed.permissions(), parsed.mode());
            case ALWAYS -> files.createNew(text, parsed.permissions(), parsed.mode());
          };
      Runnable closed = parsed.deletes() ? () -> removeIfPresent(files, text) : () -> {};
      return new NioFileChannel(file, parsed, system(ours).locks(), closed);
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  private static boolean isSymbolicLink(PandoFileSystem files, String path) {
    try {
      return files.lstat(path).isSymbolicLink();
    } catch (PandoException.NoFile e) {
      return false;
    }
  }

  private static void removeIfPresent(PandoFileSystem files, String path) {
    try {
      files.remove(path);
    } catch (PandoException.NoFile e) {
      // Another program removed it before.
    }
  }

  // Directories and names

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path dir, DirectoryStream.Filter<? super Path> filter) throws IOException {
    NioPath ours = NioPath.of(dir);
    try {
      FileListing listing = ours.files().list(ours.absoluteText());
      return new NioDirectoryStream(ours, listing.iterator(), filter);
    } catch (PandoException e) {
      throw NioFailures.ofListing(e);
    }
  }

  @Override
  public void createDirectory(Path dir, FileAttribute<?>... attrs) throws IOException {
    NioPath ours = NioPath.of(dir);
    int mode = ChannelOptions.permissions(ChannelOptions.DIRECTORY_MODE, attrs);
    try {
      ours.files().mkdir(ours.absoluteText(), mode);
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  @Override
  public void createSymbolicLink(Path link, Path target, FileAttribute<?>... attrs)
      throws IOException {
    NioPath ours = NioPath.of(link);
    if (attrs.length > 0) {
      throw new UnsupportedOperationException("a symbolic link is made without attributes");
    }
    try {
      ours.files().symlink(NioPath.of(target).toString(), ours.absoluteText());
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  @Override
  public void createLink(Path link, Path existing) throws IOException {
    NioPath ours = NioPath.of(link);
    NioPath other = NioPath.of(existing);
    if (system(ours) != system(other)) {
      throw new ProviderMismatchException("they are in two file systems");
    }
    try {
      ours.files().link(other.absoluteText(), ours.absoluteText());
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  @Override
  public Path readSymbolicLink(Path link) throws IOException {
    NioPath ours = NioPath.of(link);
    String text = ours.absoluteText();
    try {
      if (!ours.files().lstat(text).isSymbolicLink()) {
        throw new NotLinkException(text);
      }
      return ours.getFileSystem().getPath(ours.files().readlink(text));
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  @Override
  public void delete(Path path) throws IOException {
    try {
      FileCopy.delete(FileCopy.Place.of(NioPath.of(path)));
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  private static FileCopy between(Path source, Path target, CopyOption... options) {
    return new FileCopy(
        FileCopy.Place.of(NioPath.of(source)), FileCopy.Place.of(NioPath.of(target)), options);
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    try {
      between(source, target, options).copy();
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    try {
      between(source, target, options).move();
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  // Attributes

  @Override
  public boolean isSameFile(Path path, Path path2) throws IOException {
    if (path.equals(path2)) {
      return true;
    }
    if (!(path instanceof NioPath one) || !(path2 instanceof NioPath other)) {
      return false;
    }
    return NioFileTarget.of(one)
        .attributes()
        .fileKey()
        .equals(NioFileTarget.of(other).attributes().fileKey());
  }

  @Override
  public boolean isHidden(Path path) {
    Path name = path.getFileName();
    return name != null && name.toString().startsWith(".");
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    NioPath ours = NioPath.of(path);
    checkAccess(path);
    return new NioFileStore(ours.files());
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    NioPath ours = NioPath.of(path);
    int things = 0;
    for (AccessMode mode : modes) {
      things |=
          switch (mode) {
            case READ -> 4;
            case WRITE -> 2;
            case EXECUTE -> 1;
          };
    }
    try {
      if (things == 0) {
        FileStat _ = ours.files().stat(ours.absoluteText());
      } else {
        ours.files().access(ours.absoluteText(), things);
      }
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    NioFileTarget target = NioFileTarget.of(NioPath.of(path), options);
    if (type == UserDefinedFileAttributeView.class) {
      return type.cast(new NioUserView(target));
    }
    if (type == BasicFileAttributeView.class) {
      return type.cast(new NioPosixView("basic", target));
    }
    if (type == FileOwnerAttributeView.class) {
      return type.cast(new NioPosixView("owner", target));
    }
    return type == PosixFileAttributeView.class
        ? type.cast(new NioPosixView("posix", target))
        : null;
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    if (type != BasicFileAttributes.class && type != PosixFileAttributes.class) {
      throw new UnsupportedOperationException("attributes of " + type.getName());
    }
    return type.cast(NioFileTarget.of(NioPath.of(path), options).attributes());
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return new NamedAttributes(NioFileTarget.of(NioPath.of(path), options)).read(attributes);
  }

  @Override
  public void setAttribute(
      Path path, String attribute, @Nullable Object value, LinkOption... options)
      throws IOException {
    new NamedAttributes(NioFileTarget.of(NioPath.of(path), options)).set(attribute, value);
  }
}
