package io.pando.client.file.path;

import io.pando.check.Invariant;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.call.FileCall;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the file of one path, part by part, as {@code path_resolution(7)} of Linux says. Used once.
 *
 * <p>A slash at the end counts as the part ".": the path must lead to a directory.
 */
final class PathSearch {
  /** Most symbolic links that one path follows: that of Linux. */
  static final int MOST_LINKS = 40;

  /** What to do with the last name. */
  enum Last {
    /** It must exist; a symbolic link is followed. */
    FOLLOW,
    /** It must exist; a symbolic link is not followed. */
    KEEP,
    /** It is not looked up. */
    PLACE,
    /** It may be missing; a symbolic link is followed to its place. */
    FOLLOW_OR_PLACE
  }

  private static final byte[] DOT = {'.'};

  private final CallerCalls calls;
  private final Last last;
  private final Deque<byte[]> rest = new ArrayDeque<>();
  private final Deque<String> real = new ArrayDeque<>();
  private Ino directory = Ino.ROOT;

  /** The file so far; null at the root, and at the place of a name that was not looked up. */
  private @Nullable Inode current;

  private @Nullable EntryName name;
  private boolean entered;
  private boolean ended;
  private int links;

  private PathSearch(CallerCalls calls, Last last) {
    this.calls = calls;
    this.last = last;
  }

  /** Begins the search. A failure, also of the path as such, is one of the future. */
  static CompletableFuture<FoundPlace> start(CallerCalls calls, String path, Last last) {
    PathSearch search = new PathSearch(calls, last);
    try {
      search.push(PathText.bytes(path), last == Last.PLACE);
    } catch (CallFailure wrong) {
      return CompletableFuture.failedFuture(wrong);
    }
    return StepLoop.run(search::step).thenApply(_ -> search.found());
  }

  private void push(byte[] path, boolean ignoresSlash) {
    if (PathText.endsWithSlash(path) && !ignoresSlash) {
      rest.addFirst(DOT);
    }
    List<byte[]> parts = PathText.parts(path);
    parts.reversed().forEach(rest::addFirst);
  }

  private FoundPlace found() {
    String path = "/" + real.stream().collect(Collectors.joining("/"));
    return new FoundPlace(directory, name, current, path);
  }

  /** Takes the next part; null at the end. */
  private @Nullable CompletableFuture<?> step() {
    if (ended) {
      return null;
    }
    byte[] part = rest.pollFirst();
    if (part == null) {
      return finish();
    }
    if (!entered && !PathText.isDot(part)) {
      entered = true;
      rest.addFirst(part);
      return enterRoot();
    }
    requireDirectory();
    enter();
    if (PathText.isDot(part)) {
      name = null;
      return CompletableFuture.completedFuture(directory);
    }
    if (PathText.isDotDot(part)) {
      name = null;
      real.pollLast();
      return calls.find(new FsRequest.GetParent(directory)).thenAccept(this::at);
    }
    return next(PathText.name(part));
  }

  /**
   * Every search begins at the root, and no look-up shows it. A client that does not know who may
   * search it has to ask the server for each of its names; it learns that by this call, and answers
   * the later ones by itself.
   */
  private CompletableFuture<?> enterRoot() {
    return calls.run(new FileCall.Access(Ino.ROOT, AccessCheck.EXECUTE));
  }

  /** The end of the path. The root was not asked for yet. */
  private @Nullable CompletableFuture<?> finish() {
    ended = true;
    boolean lacksInode = current == null && name == null && last != Last.PLACE;
    return lacksInode
        ? calls.find(new FsRequest.GetInode(directory)).thenAccept(inode -> current = inode)
        : null;
  }

  private void requireDirectory() {
    if (current != null && !current.isDirectory()) {
      throw new CallFailure(FsError.ENOTDIR);
    }
  }

  /** The file so far is the directory of the next part. */
  private void enter() {
    if (current != null) {
      directory = current.ino();
    }
  }

  private void at(Inode inode) {
    current = inode;
    directory = inode.ino();
  }

  private CompletableFuture<?> next(EntryName part) {
    boolean isLast = rest.isEmpty();
    name = part;
    if (isLast && last == Last.PLACE) {
      current = null;
      ended = true;
      real.addLast(part.toString());
      return CompletableFuture.completedFuture(part);
    }
    CompletableFuture<Inode> lookup = calls.lookup(directory, part);
    if (isLast && last == Last.FOLLOW_OR_PLACE) {
      return lookup.handle((inode, failure) -> {
        takeLast(part, inode, failure);
        return part;
      });
    }
    return lookup.thenAccept(inode -> take(part, inode, !isLast || last == Last.FOLLOW));
  }

  private void takeLast(EntryName part, @Nullable Inode inode, @Nullable Throwable failure) {
    if (inode != null) {
      take(part, inode, true);
    } else if (failure instanceof CallFailure refused && refused.error() == FsError.ENOENT) {
      current = null;
      ended = true;
      real.addLast(part.toString());
    } else if (failure instanceof RuntimeException other) {
      throw other;
    } else {
      throw new IllegalStateException("a look-up failed", failure);
    }
  }

  private void take(EntryName part, Inode inode, boolean follows) {
    if (follows && inode.content() instanceof InodeContent.Symlink link) {
      follow(link);
    } else {
      current = inode;
      real.addLast(part.toString());
    }
  }

  private void follow(InodeContent.Symlink link) {
    links++;
    if (links > MOST_LINKS) {
      throw new CallFailure(FsError.ELOOP);
    }
    byte[] target = link.target().toByteArray();
    Invariant.check(target.length > 0, () -> "a symbolic link has a target");
    current = null;
    name = null;
    if (PathText.isAbsolute(target)) {
      directory = Ino.ROOT;
      real.clear();
    }
    push(target, false);
  }
}
