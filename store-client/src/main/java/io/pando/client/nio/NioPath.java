package io.pando.client.nio;

import io.pando.client.PandoException;
import io.pando.client.file.PandoFileSystem;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A path of POSIX: names separated by slashes, absolute if it begins with one. Slashes that add
 * nothing are dropped. Relative paths begin at the root of the file system. Immutable.
 */
final class NioPath implements Path {
  /**
   * What all paths of a file system share.
   *
   * @param files fails if the file system is closed
   */
  record Root(FileSystem system, Supplier<PandoFileSystem> files, FileSystemUri uri) {}

  private final Root root;
  private final String text;
  private final List<String> names;

  private NioPath(Root root, boolean absolute, List<String> names) {
    this.root = root;
    this.names = List.copyOf(names);
    this.text = (absolute ? "/" : "") + String.join("/", names);
  }

  /** Parses a path. */
  static NioPath parse(Root root, String text) {
    if (text.indexOf('\0') >= 0) {
      throw new InvalidPathException(text, "a zero character is in the path");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new InvalidPathException(text, "half of a surrogate pair is in the path");
    }
    if (text.isEmpty()) {
      return new NioPath(root, false, List.of(""));
    }
    List<String> names =
        Arrays.stream(text.split("/", -1)).filter(name -> !name.isEmpty()).toList();
    return new NioPath(root, text.startsWith("/"), names);
  }

  /** A path as one of this provider. */
  static NioPath of(Path path) {
    if (path instanceof NioPath ours) {
      return ours;
    }
    throw new ProviderMismatchException("not a path of a file system of Pando: " + path);
  }

  private NioPath with(boolean absolute, List<String> some) {
    return new NioPath(root, absolute, some);
  }

  private NioPath other(Path path) {
    NioPath other = of(path);
    if (!other.root.system().equals(root.system())) {
      throw new ProviderMismatchException("a path of another file system: " + path.toUri());
    }
    return other;
  }

  private boolean isEmpty() {
    return text.isEmpty();
  }

  /** The file system; fails if it is closed. */
  PandoFileSystem files() {
    return root.files().get();
  }

  /** The file system, as its URI names it. */
  String systemText() {
    return root.uri().toString();
  }

  /** The absolute path as text. */
  String absoluteText() {
    return toAbsolutePath().toString();
  }

  @Override
  public FileSystem getFileSystem() {
    return root.system();
  }

  @Override
  public boolean isAbsolute() {
    return text.startsWith("/");
  }

  @Override
  public @Nullable NioPath getRoot() {
    return isAbsolute() ? with(true, List.of()) : null;
  }

  @Override
  public @Nullable NioPath getFileName() {
    return names.isEmpty() ? null : with(false, List.of(names.getLast()));
  }

  @Override
  public @Nullable NioPath getParent() {
    if (names.isEmpty() || (names.size() == 1 && !isAbsolute())) {
      return null;
    }
    return with(isAbsolute(), names.subList(0, names.size() - 1));
  }

  @Override
  public int getNameCount() {
    return names.size();
  }

  @Override
  public NioPath getName(int index) {
    if (index < 0 || index >= names.size()) {
      throw new IllegalArgumentException("'" + text + "' has no name " + index);
    }
    return with(false, List.of(names.get(index)));
  }

  @Override
  public NioPath subpath(int beginIndex, int endIndex) {
    if (beginIndex < 0 || endIndex > names.size() || beginIndex >= endIndex) {
      throw new IllegalArgumentException(
          "'%s' has no names %d to %d".formatted(text, beginIndex, endIndex));
    }
    return with(false, names.subList(beginIndex, endIndex));
  }

  @Override
  public boolean startsWith(Path path) {
    return path instanceof NioPath other
        && other.root.system().equals(root.system())
        && other.isAbsolute() == isAbsolute()
        && other.isEmpty() == isEmpty()
        && other.names.size() <= names.size()
        && names.subList(0, other.names.size()).equals(other.names);
  }

  @Override
  public boolean endsWith(Path path) {
    if (!(path instanceof NioPath other) || !other.root.system().equals(root.system())) {
      return false;
    }
    int from = names.size() - other.names.size();
    if (from < 0 || other.isEmpty() != isEmpty()) {
      return false;
    }
    boolean whole = from == 0 && isAbsolute();
    return (!other.isAbsolute() || whole)
        && (!other.names.isEmpty() || names.isEmpty())
        && names.subList(from, names.size()).equals(other.names);
  }

  @Override
  public NioPath normalize() {
    List<String> kept = new ArrayList<>();
    for (String name : names) {
      boolean dots = name.equals("..");
      if (dots && !kept.isEmpty() && !kept.getLast().equals("..")) {
        kept.removeLast();
      } else if (dots ? !isAbsolute() : !name.equals(".") && !name.isEmpty()) {
        kept.add(name);
      }
    }
    return kept.isEmpty() && !isAbsolute() ? with(false, List.of("")) : with(isAbsolute(), kept);
  }

  @Override
  public NioPath resolve(Path path) {
    NioPath other = other(path);
    if (other.isAbsolute() || isEmpty()) {
      return other;
    }
    if (other.isEmpty()) {
      return this;
    }
    List<String> all = new ArrayList<>(names);
    all.addAll(other.names);
    return with(isAbsolute(), all);
  }

  @Override
  public NioPath relativize(Path path) {
    NioPath other = other(path);
    if (other.isAbsolute() != isAbsolute()) {
      throw new IllegalArgumentException("one of '%s' and '%s' is absolute".formatted(text, path));
    }
    List<String> from = normalize().realNames();
    List<String> to = other.normalize().realNames();
    int common = 0;
    while (common < Math.min(from.size(), to.size()) && from.get(common).equals(to.get(common))) {
      common++;
    }
    if (from.subList(common, from.size()).contains("..")) {
      throw new IllegalArgumentException("'%s' leads to an unknown directory".formatted(text));
    }
    List<String> names = new ArrayList<>();
    from.subList(common, from.size()).forEach(_ -> names.add(".."));
    names.addAll(to.subList(common, to.size()));
    return with(false, names.isEmpty() ? List.of("") : names);
  }

  private List<String> realNames() {
    return isEmpty() ? List.of() : names;
  }

  @Override
  public URI toUri() {
    return root.uri().resolve(absoluteText());
  }

  @Override
  public NioPath toAbsolutePath() {
    return isAbsolute() ? this : with(true, realNames());
  }

  @Override
  public NioPath toRealPath(LinkOption... options) throws IOException {
    String path = absoluteText();
    try {
      if (!Arrays.asList(options).contains(LinkOption.NOFOLLOW_LINKS)) {
        return parse(root, files().realPath(path));
      }
      files().lstat(path);
      NioPath normal = toAbsolutePath().normalize();
      // Dots behind a symbolic link lead elsewhere: then only the real directory is sure.
      return names.contains("..") && !Files.isSameFile(normal, this)
          ? parse(root, files().realPath(path))
          : normal;
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException("file systems of Pando cannot be watched");
  }

  @Override
  public int compareTo(Path other) {
    return text.compareTo(((NioPath) other).text);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NioPath that
        && root.system().equals(that.root.system())
        && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(root.system(), text);
  }

  @Override
  public String toString() {
    return text;
  }
}
