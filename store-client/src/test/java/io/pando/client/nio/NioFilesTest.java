package io.pando.client.nio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.client.file.MemoryFileSystem;
import io.pando.client.file.MemoryFiles;
import io.pando.client.file.PandoFileSystem;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.Caller;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code java.nio.file.Files} over a file system of Pando. */
class NioFilesTest {
  private static final Caller USER = new Caller(1000, 1000, List.of());

  private final PandoFileSystem files = MemoryFileSystem.over(new MemoryFiles());
  private final PandoFileSystemProvider provider = new PandoFileSystemProvider();
  private FileSystem system;

  @BeforeEach
  void open() throws IOException {
    system = open("pando:///test", files, Caller.ROOT);
  }

  private FileSystem open(String uri, PandoFileSystem over, Caller caller) throws IOException {
    return provider.newFileSystem(
        URI.create(uri),
        Map.of(PandoFileSystemProvider.FILE_SYSTEM, over, PandoFileSystemProvider.CALLER, caller));
  }

  @AfterEach
  void close() throws IOException {
    system.close();
    files.close();
  }

  private Path path(String text) {
    return system.getPath(text);
  }

  private List<String> walk(String top) throws IOException {
    try (Stream<Path> all = Files.walk(path(top))) {
      return all.map(Path::toString).sorted().toList();
    }
  }

  // Whole files

  @Test
  void filesAreWrittenAndRead() throws IOException {
    Files.writeString(path("/a"), "hello");
    assertThat(Files.readString(path("a"))).isEqualTo("hello");
    Files.write(path("/b"), new byte[10 << 20]);
    assertThat(Files.readAllBytes(path("/b"))).hasSize(10 << 20);
    assertThat(Files.size(path("/b"))).isEqualTo(10 << 20);
    Files.writeString(path("/a"), "x");
    assertThat(Files.readAllLines(path("/a"))).containsExactly("x");
    assertThat(Files.mismatch(path("/a"), path("/b"))).isZero();
  }

  // Trees

  @Test
  void treesAreMadeWalkedAndRemoved() throws IOException {
    Files.createDirectories(path("/a/b/c"));
    Files.createDirectories(path("/a/b/c"));
    Files.writeString(path("/a/b/f"), "f");
    Files.createSymbolicLink(path("/a/l"), path("b"));
    assertThat(walk("/a")).containsExactly("/a", "/a/b", "/a/b/c", "/a/b/f", "/a/l");
    try (Stream<Path> followed = Files.walk(path("/a"), FileVisitOption.FOLLOW_LINKS)) {
      assertThat(followed.map(Path::toString)).contains("/a/l/f");
    }
    try (Stream<Path> found =
        Files.find(path("/"), 9, (_, attributes) -> attributes.isRegularFile())) {
      assertThat(found).containsExactly(path("/a/b/f"));
    }
    for (Path each : walk("/a").reversed().stream().map(this::path).toList()) {
      Files.delete(each);
    }
    assertThat(Files.exists(path("/a"))).isFalse();
    assertThat(Files.deleteIfExists(path("/a"))).isFalse();
  }

  @Test
  void loopOfLinksEndsTheWalk() throws IOException {
    Files.createDirectories(path("/a/b"));
    Files.createSymbolicLink(path("/a/b/up"), path("/a"));
    try (Stream<Path> all = Files.walk(path("/a"), FileVisitOption.FOLLOW_LINKS)) {
      assertThatThrownBy(all::count).hasCauseInstanceOf(FileSystemLoopException.class);
    }
  }

  @Test
  void directoriesAreFilteredByGlobs() throws IOException {
    for (String name : List.of("a.txt", "b.txt", "c.log", "[x]")) {
      Files.createFile(path("/" + name));
    }
    assertThat(names("*.txt")).containsExactlyInAnyOrder("a.txt", "b.txt");
    assertThat(names("{a,c}.*")).containsExactlyInAnyOrder("a.txt", "c.log");
    assertThat(names("[!a-b]*")).containsExactlyInAnyOrder("c.log", "[x]");
    assertThat(names("\\[x\\]")).containsExactly("[x]");
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(path("/"))) {
      assertThat(stream.iterator().next().isAbsolute()).isTrue();
      assertThatThrownBy(stream::iterator).isInstanceOf(IllegalStateException.class);
    }
    DirectoryStream.Filter<Path> failing =
        _ -> {
          throw new IOException("filter");
        };
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(path("/"), failing)) {
      assertThatThrownBy(() -> stream.iterator().hasNext())
          .isInstanceOf(DirectoryIteratorException.class);
    }
  }

  private List<String> names(String glob) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(path("/"), glob)) {
      stream.forEach(each -> names.add(each.getFileName().toString()));
    }
    return names;
  }

  // Copy and move

  @Test
  void filesAreCopied() throws IOException {
    Files.writeString(path("/a"), "text");
    Files.setPosixFilePermissions(path("/a"), PosixFilePermissions.fromString("rwx--x---"));
    Files.setAttribute(path("/a"), "user:k", "v".getBytes(UTF_8));
    Files.setLastModifiedTime(path("/a"), FileTime.from(Instant.ofEpochSecond(9)));
    Files.copy(path("/a"), path("/b"));
    assertThat(Files.readString(path("/b"))).isEqualTo("text");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path("/b"))))
        .isEqualTo("rwx--x---");
    assertThatThrownBy(() -> Files.copy(path("/a"), path("/b")))
        .isInstanceOf(FileAlreadyExistsException.class);
    Files.copy(
        path("/a"),
        path("/b"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    assertThat(Files.getLastModifiedTime(path("/b")).toMillis()).isEqualTo(9_000);
    assertThat(Files.getAttribute(path("/b"), "user:k")).isEqualTo("v".getBytes(UTF_8));
    Files.copy(path("/a"), path("/a"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(Files.readString(path("/a"))).isEqualTo("text");
    assertThatThrownBy(() -> Files.copy(path("/a"), path("/c"), StandardCopyOption.ATOMIC_MOVE))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void holesAndLinksAreCopied() throws IOException {
    try (var channel = files.create("/a", 0644, OpenMode.READ_WRITE)) {
      channel.write(1 << 20, ByteBuffer.wrap(new byte[] {1}));
      channel.extend(2 << 20);
    }
    Files.copy(path("/a"), path("/b"));
    assertThat(Files.mismatch(path("/a"), path("/b"))).isEqualTo(-1);
    try (var copy = files.open("/b", OpenMode.READ)) {
      assertThat(copy.seekData(0)).hasValue(1 << 20);
    }
    Files.createSymbolicLink(path("/l"), path("nowhere"));
    Files.copy(path("/l"), path("/m"), LinkOption.NOFOLLOW_LINKS);
    assertThat(Files.readSymbolicLink(path("/m"))).isEqualTo(path("nowhere"));
    assertThatThrownBy(() -> Files.copy(path("/l"), path("/n")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void filesAreMoved() throws IOException {
    Files.writeString(path("/a"), "a");
    Files.writeString(path("/b"), "b");
    assertThatThrownBy(() -> Files.move(path("/a"), path("/b")))
        .isInstanceOf(FileAlreadyExistsException.class);
    Files.move(path("/a"), path("/b"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(Files.readString(path("/b"))).isEqualTo("a");
    Files.createLink(path("/c"), path("/b"));
    Files.move(path("/b"), path("/c"));
    assertThat(Files.exists(path("/b"))).isTrue();
    Files.createDirectory(path("/d"));
    Files.move(path("/b"), path("/d"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(Files.isRegularFile(path("/d"))).isTrue();
    Files.createDirectories(path("/e/f"));
    assertThatThrownBy(
            () -> Files.move(path("/d"), path("/e"), StandardCopyOption.REPLACE_EXISTING))
        .isInstanceOf(DirectoryNotEmptyException.class);
    assertThatThrownBy(() -> Files.move(path("/none"), path("/x")))
        .isInstanceOf(NoSuchFileException.class);
    Files.move(path("/d"), path("/g"), StandardCopyOption.ATOMIC_MOVE);
    assertThat(Files.exists(path("/g"))).isTrue();
  }

  @Test
  void filesAreMovedToAnotherFileSystem() throws IOException {
    try (PandoFileSystem others = MemoryFileSystem.over(new MemoryFiles());
        FileSystem other = open("pando:///other", others, Caller.ROOT)) {
      Files.writeString(path("/a"), "a");
      assertThatThrownBy(
              () -> Files.move(path("/a"), other.getPath("/b"), StandardCopyOption.ATOMIC_MOVE))
          .isInstanceOf(AtomicMoveNotSupportedException.class);
      Files.move(path("/a"), other.getPath("/b"));
      assertThat(Files.exists(path("/a"))).isFalse();
      assertThat(Files.readString(other.getPath("/b"))).isEqualTo("a");
      Files.createDirectories(path("/d/e"));
      assertThatThrownBy(() -> Files.move(path("/d"), other.getPath("/d")))
          .isInstanceOf(DirectoryNotEmptyException.class);
      Files.move(path("/d/e"), other.getPath("/e"));
      assertThat(Files.isDirectory(other.getPath("/e"))).isTrue();
    }
  }

  // Attributes

  @Test
  void attributesAreReadAndSet() throws IOException {
    Files.createFile(
        path("/a"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    files.chmod("/a", 04600);
    PosixFileAttributeView view =
        Files.getFileAttributeView(path("/a"), PosixFileAttributeView.class);
    view.setPermissions(PosixFilePermissions.fromString("rwxr-x--x"));
    assertThat(files.stat("/a").permissions().mode()).isEqualTo(04751);
    Files.setOwner(
        path("/a"), system.getUserPrincipalLookupService().lookupPrincipalByName("4000000000"));
    Files.setAttribute(path("/a"), "unix:gid", 7);
    assertThat(Files.getOwner(path("/a"))).hasToString("4000000000");
    assertThat(view.readAttributes().group()).hasToString("7");
    Map<String, Object> unix = Files.readAttributes(path("/a"), "unix:mode,nlink,gid");
    assertThat(unix).containsEntry("nlink", 1).containsEntry("gid", 7);
    assertThat(Files.readAttributes(path("/a"), "*")).containsKeys("size", "fileKey");
    assertThat(Files.readAttributes(path("/a"), "posix:*")).containsKeys("permissions", "owner");
    assertThatThrownBy(() -> Files.readAttributes(path("/a"), "posix:nothing"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Files.readAttributes(path("/a"), "acl:acl"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> Files.setAttribute(path("/a"), "size", 5L))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void filesHaveKeys() throws IOException {
    Files.createFile(path("/a"));
    Files.createLink(path("/b"), path("/a"));
    Files.createFile(path("/c"));
    assertThat(Files.isSameFile(path("/a"), path("/b"))).isTrue();
    assertThat(Files.isSameFile(path("/a"), path("/c"))).isFalse();
    assertThat(Files.readAttributes(path("/a"), BasicFileAttributes.class).fileKey())
        .isEqualTo(Files.readAttributes(path("/b"), BasicFileAttributes.class).fileKey());
  }

  @Test
  void attributesOfUsersAreBytes() throws IOException {
    Files.createFile(path("/a"));
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(path("/a"), UserDefinedFileAttributeView.class);
    assertThat(view.write("mime", ByteBuffer.wrap("text".getBytes(UTF_8)))).isEqualTo(4);
    assertThat(view.list()).containsExactly("mime");
    ByteBuffer small = ByteBuffer.allocate(3);
    assertThatThrownBy(() -> view.read("mime", small)).isInstanceOf(FileSystemException.class);
    ByteBuffer value = ByteBuffer.allocate(view.size("mime"));
    assertThat(view.read("mime", value)).isEqualTo(4);
    view.delete("mime");
    assertThat(view.list()).isEmpty();
    assertThatThrownBy(() -> view.size("mime")).isInstanceOf(FileSystemException.class);
  }

  @Test
  void timesAreKeptToTheNanosecond() throws IOException {
    Files.createFile(path("/a"));
    FileTime time = FileTime.from(Instant.ofEpochSecond(-7, 123_456_789));
    Files.setLastModifiedTime(path("/a"), time);
    assertThat(Files.getLastModifiedTime(path("/a"))).isEqualTo(time);
  }

  @Test
  void linksHaveAttributesOfTheirOwn() throws IOException {
    Files.createFile(path("/a"));
    Files.createSymbolicLink(path("/l"), path("/a"));
    assertThat(Files.isSymbolicLink(path("/l"))).isTrue();
    assertThat(Files.isRegularFile(path("/l"))).isTrue();
    Files.setAttribute(path("/l"), "unix:uid", 5, LinkOption.NOFOLLOW_LINKS);
    assertThat(files.lstat("/l").permissions().owner()).isEqualTo(5);
    assertThat(files.stat("/l").permissions().owner()).isZero();
    assertThat(path("/l").toRealPath()).isEqualTo(path("/a"));
    assertThat(path("/l").toRealPath(LinkOption.NOFOLLOW_LINKS)).isEqualTo(path("/l"));
  }

  @Test
  void storeHasSpace() throws IOException {
    assertThat(Files.getFileStore(path("/")).getUsableSpace()).isPositive();
    assertThat(Files.getFileStore(path("/")).supportsFileAttributeView("posix")).isTrue();
    assertThat(system.getFileStores()).hasSize(1);
    assertThat(Files.isHidden(path("/.x"))).isTrue();
  }

  // Failures

  @Test
  void failuresAreThoseOfJava() throws IOException {
    Files.createDirectories(path("/d/e"));
    Files.createFile(path("/f"));
    Files.createSymbolicLink(path("/loop"), path("/loop"));
    assertThatThrownBy(() -> Files.readString(path("/none")))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage("/none");
    assertThatThrownBy(() -> Files.createDirectory(path("/d")))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> Files.createFile(path("/f")))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> Files.delete(path("/d")))
        .isInstanceOf(DirectoryNotEmptyException.class);
    assertThatThrownBy(() -> Files.newDirectoryStream(path("/f")))
        .isInstanceOf(NotDirectoryException.class);
    assertThatThrownBy(() -> Files.readSymbolicLink(path("/f")))
        .isInstanceOf(NotLinkException.class);
    assertThatThrownBy(() -> Files.size(path("/loop"))).isInstanceOf(FileSystemLoopException.class);
    assertThatThrownBy(() -> Files.createFile(path("/f/x")))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("not a directory");
    assertThatThrownBy(() -> Files.newByteChannel(path("/d")))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is a directory");
  }

  @Test
  void usersHaveTheirPermissions() throws IOException {
    Files.createDirectory(path("/d"));
    Files.createFile(path("/d/f"));
    Files.setPosixFilePermissions(path("/d/f"), PosixFilePermissions.fromString("rw-------"));
    try (FileSystem users = open("pando:///users", files, USER)) {
      Path file = users.getPath("/d/f");
      assertThatThrownBy(() -> Files.readString(file)).isInstanceOf(AccessDeniedException.class);
      assertThatThrownBy(() -> Files.createFile(users.getPath("/d/g")))
          .isInstanceOf(AccessDeniedException.class);
      assertThat(Files.isReadable(file)).isFalse();
      assertThat(Files.isWritable(path("/d/f"))).isTrue();
      assertThat(Files.isExecutable(path("/d/f"))).isFalse();
    }
  }
}
