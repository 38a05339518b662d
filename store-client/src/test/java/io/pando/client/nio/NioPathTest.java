package io.pando.client.nio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.client.ClientConfig;
import io.pando.client.file.MemoryFileSystem;
import io.pando.client.file.MemoryFiles;
import io.pando.client.file.PandoFileSystem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.ProviderMismatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Paths, URIs and patterns; paths are compared with those of this machine, which is a POSIX one.
 */
class NioPathTest {
  private static final URI HOME = URI.create("pando://10.0.0.1:6789,b:6789/home");

  private final PandoFileSystem files = MemoryFileSystem.over(new MemoryFiles());
  private final List<String> connections = new ArrayList<>();
  private final PandoFileSystemProvider provider = new PandoFileSystemProvider(this::connect);
  private FileSystem system;

  private FileSystemConnector.Connected connect(ClientConfig config, String name) {
    connections.add(name + " " + config.monitors());
    return new FileSystemConnector.Connected(files, files::close);
  }

  @BeforeEach
  void open() throws IOException {
    system = provider.newFileSystem(HOME, Map.of());
  }

  @AfterEach
  void close() throws IOException {
    system.close();
  }

  // Paths

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "/",
        "/a",
        "/a/b/",
        "//a///b",
        "a",
        "a/b/c",
        "''",
        "..",
        "../..",
        "/..",
        "/a/../b",
        "a/./b/..",
        "./a",
        "/a/b/../../..",
        "a/../.."
      })
  void pathsAreThoseOfPosix(String text) {
    Path ours = system.getPath(text);
    Path theirs = Path.of(text);
    assertThat(ours).hasToString(theirs.toString());
    assertThat(ours.isAbsolute()).isEqualTo(theirs.isAbsolute());
    assertThat(ours.getNameCount()).isEqualTo(theirs.getNameCount());
    assertThat(text(ours.getFileName())).isEqualTo(text(theirs.getFileName()));
    assertThat(text(ours.getParent())).isEqualTo(text(theirs.getParent()));
    assertThat(text(ours.getRoot())).isEqualTo(text(theirs.getRoot()));
    assertThat(text(ours.normalize())).isEqualTo(text(theirs.normalize()));
    assertThat(system.getPath(text)).isEqualTo(ours).hasSameHashCodeAs(ours);
    for (String other : List.of("/", "a", "/a", "a/b", "b", "", "..", "/a/b", "b/c")) {
      Path one = system.getPath(other);
      Path that = Path.of(other);
      assertThat(ours.startsWith(one)).as("%s %s", text, other).isEqualTo(theirs.startsWith(that));
      assertThat(ours.endsWith(one)).as("%s %s", text, other).isEqualTo(theirs.endsWith(that));
      assertThat(text(ours.resolve(one))).isEqualTo(text(theirs.resolve(that)));
      assertThat(text(ours.resolveSibling(one))).isEqualTo(text(theirs.resolveSibling(that)));
      assertThat(Integer.signum(ours.compareTo(one)))
          .isEqualTo(Integer.signum(theirs.compareTo(that)));
    }
  }

  private static String text(@Nullable Path path) {
    return String.valueOf(path);
  }

  @ParameterizedTest
  @CsvSource({"/a/b,/a/c/d", "/,/a", "/a,/", "a/b,a", "a,a", "'',a", "a,''", "../a,../b"})
  void pathsAreMadeRelative(String from, String to) {
    assertThat(system.getPath(from).relativize(system.getPath(to)))
        .hasToString(Path.of(from).relativize(Path.of(to)).toString());
  }

  @Test
  void wrongPathsAreRefused() {
    assertThatThrownBy(() -> system.getPath("a\0")).isInstanceOf(InvalidPathException.class);
    assertThatThrownBy(() -> system.getPath("\ud800")).isInstanceOf(InvalidPathException.class);
    assertThatThrownBy(() -> system.getPath("a").resolve(Path.of("b")))
        .isInstanceOf(ProviderMismatchException.class);
    assertThatThrownBy(() -> system.getPath("a").relativize(system.getPath("/a")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> system.getPath("a").getName(1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> system.getPath("a/b").subpath(1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(system.getPath("a/b/c").subpath(1, 3)).hasToString("b/c");
    assertThat(system.getPath("", "a", "", "b")).hasToString("a/b");
  }

  // URIs

  @Test
  void urisNameFileSystemsAndPaths() {
    assertThat(connections).hasSize(1);
    assertThat(connections.getFirst()).startsWith("home ").contains("10.0.0.1", "6789");
    Path path = system.getPath("/a b/ü%");
    assertThat(path.toUri().toString()).startsWith(HOME + "/a%20b/");
    assertThat(provider.getPath(path.toUri())).isEqualTo(path);
    assertThat(system.getPath("/").toUri()).isEqualTo(HOME);
    assertThat(system.getPath("x").toUri()).isEqualTo(URI.create(HOME + "/x"));
    assertThat(provider.getPath(HOME)).hasToString("/");
    assertThat(provider.getFileSystem(HOME)).isSameAs(system).hasToString(HOME.toString());
    for (String wrong :
        List.of("pando://m", "pando://m/", "pando:home", "pando://m/h?x", "file:/")) {
      assertThatThrownBy(() -> provider.getFileSystem(URI.create(wrong)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected pando://MONITORS/NAME");
    }
  }

  @Test
  void fileSystemIsOpenOnce() throws IOException {
    assertThatThrownBy(() -> provider.newFileSystem(HOME, Map.of()))
        .isInstanceOf(FileSystemAlreadyExistsException.class);
    assertThatThrownBy(() -> provider.newFileSystem(URI.create(HOME + "/x"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> provider.newFileSystem(URI.create("pando:///x"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> provider.newFileSystem(URI.create("pando:///x"), Map.of("config", 5)))
        .isInstanceOf(IllegalArgumentException.class);
    system.close();
    assertThat(system.isOpen()).isFalse();
    assertThatThrownBy(() -> Files.exists(system.getPath("/")))
        .isInstanceOf(ClosedFileSystemException.class);
    assertThatThrownBy(() -> provider.getFileSystem(HOME))
        .isInstanceOf(FileSystemNotFoundException.class);
  }

  @Test
  void providerIsFoundByItsScheme() throws IOException {
    URI uri = URI.create("pando:///of-the-jvm");
    try (PandoFileSystem over = MemoryFileSystem.over(new MemoryFiles());
        FileSystem found = FileSystems.newFileSystem(uri, Map.of("fileSystem", over))) {
      Files.writeString(Path.of(URI.create(uri + "/a")), "a");
      assertThat(Files.readString(found.getPath("/a"))).isEqualTo("a");
    }
    assertThatThrownBy(() -> FileSystems.newFileSystem(HOME, Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'home'");
  }

  // Patterns

  @ParameterizedTest
  @CsvSource({
    "*.java,A.java,true",
    "*.java,a/A.java,false",
    "**.java,a/A.java,true",
    "?,/,false",
    "a?c,abc,true",
    "'{a,b*}.c',bx.c,true",
    "'{a,b}.c',d.c,false",
    "[a-c]x,bx,true",
    "[!a-c]x,bx,false",
    "[!a]b,/b,false",
    "[a-],-,true",
    "[-a],-,true",
    "[]],],true",
    "'a,b','a,b',true",
    "a.b,axb,false",
    "\\*,*,true",
    "\\*,a,false",
    "(a|b),a,false",
    "}x,}x,true",
    "[\\d],5,false",
    "[&&a],&,true",
    "[[],[,true"
  })
  void globsMatchPaths(String glob, String path, boolean matches) {
    PathMatcher matcher = system.getPathMatcher("glob:" + glob);
    assertThat(matcher.matches(system.getPath(path))).isEqualTo(matches);
  }

  @Test
  void wrongPatternsAreRefused() {
    for (String wrong : List.of("{a", "{a,{b}}", "[a", "a\\", "[b-a]", "[a/b]")) {
      assertThatThrownBy(() -> system.getPathMatcher("glob:" + wrong))
          .as(wrong)
          .isInstanceOf(PatternSyntaxException.class);
    }
    assertThat(system.getPathMatcher("regex:a+").matches(system.getPath("aaa"))).isTrue();
    assertThatThrownBy(() -> system.getPathMatcher("other:a"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> system.getPathMatcher("a"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
