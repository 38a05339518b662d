package io.pando.client.file.path;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.client.file.SymbolicLinks;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.ShownAttributes;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.NewContent;
import io.pando.fs.request.FsRequest.RenameMode;
import io.pando.fs.request.InodeChange;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls by path: a path is resolved, then the call is made by inode. */
record PathCalls(CallerCalls calls) {
  private static final int DIRECTORY_MODE = 0755;

  /** The directory and the name that a call makes or removes. */
  private record Named(Ino directory, EntryName name) {}

  private static <T> CompletableFuture<T> failed(FsError error) {
    return CompletableFuture.failedFuture(new CallFailure(error));
  }

  /** The error with which a call failed; null for a failure of another kind. */
  static @Nullable FsError error(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof CallFailure refused ? refused.error() : null;
  }

  // Resolution

  CompletableFuture<FoundPlace> search(String path, SymbolicLinks links) {
    return PathSearch.start(
        calls, path, links == SymbolicLinks.FOLLOW ? PathSearch.Last.FOLLOW : PathSearch.Last.KEEP);
  }

  CompletableFuture<Inode> find(String path, SymbolicLinks links) {
    return search(path, links).thenApply(PathCalls::inode);
  }

  CompletableFuture<Inode> findDirectory(String path) {
    return find(path, SymbolicLinks.FOLLOW)
        .thenApply(inode -> {
          requireDirectory(inode);
          return inode;
        });
  }

  private static Inode inode(FoundPlace place) {
    return Invariant.present(place.inode(), () -> "a file that was found has an inode");
  }

  /**
   * The place of the last name.
   *
   * @param otherwise the error if the path does not end with a name
   */
  private CompletableFuture<Named> place(String path, FsError otherwise) {
    return PathSearch.start(calls, path, PathSearch.Last.PLACE)
        .thenApply(place -> named(place, otherwise));
  }

  private static Named named(FoundPlace place, FsError otherwise) {
    EntryName name = place.name();
    if (name == null) {
      throw new CallFailure(otherwise);
    }
    return new Named(place.directory(), name);
  }

  private static boolean endsWithSlash(String path) {
    return path.endsWith("/");
  }

  // Attributes

  CompletableFuture<Inode> set(String path, SymbolicLinks links, InodeChange change) {
    return onInode(path, links, ino -> calls.find(new FsRequest.SetAttributes(ino, change)));
  }

  /** Finds a file, then makes a call on it. */
  <T extends @Nullable Object> CompletableFuture<T> onInode(
      String path, SymbolicLinks links, Function<Ino, CompletableFuture<T>> then) {
    return find(path, links).thenCompose(inode -> then.apply(inode.ino()));
  }

  CompletableFuture<String> readlink(String path) {
    return find(path, SymbolicLinks.KEEP)
        .thenApply(inode -> {
          if (inode.content() instanceof InodeContent.Symlink link) {
            return link.target().toUtf8();
          }
          throw new CallFailure(FsError.EINVAL);
        });
  }

  CompletableFuture<Payload> xattr(String path, String attribute) {
    return find(path, SymbolicLinks.FOLLOW)
        .thenApply(inode ->
            ShownAttributes.value(inode, attribute)
                .orElseThrow(() -> new CallFailure(FsError.ENODATA)));
  }

  // Names

  CompletableFuture<Inode> mkdir(String path, int permissions) {
    return make(path, permissions, new NewContent.NewDirectory());
  }

  private CompletableFuture<Inode> make(String path, int permissions, NewContent content) {
    return place(path, FsError.EEXIST)
        .thenCompose(place -> calls.find(new FileCall.Make(file(place, permissions, content))));
  }

  private static NewName file(Named place, int permissions, NewContent content) {
    return new NewName(place.directory(), place.name(), permissions, 0, content);
  }

  CompletableFuture<Inode> mkdirs(String path) {
    return find(path, SymbolicLinks.FOLLOW)
        .thenCompose(PathCalls::directory)
        .exceptionallyCompose(failure ->
            error(failure) == FsError.ENOENT
                ? makeAll(path)
                : CompletableFuture.failedFuture(failure));
  }

  private static CompletableFuture<Inode> directory(Inode inode) {
    return inode.isDirectory() ? CompletableFuture.completedFuture(inode) : failed(FsError.EEXIST);
  }

  private CompletableFuture<Inode> makeAll(String path) {
    List<byte[]> parts = PathText.parts(PathText.bytes(path));
    Iterator<byte[]> rest = parts.iterator();
    StringBuilder prefix = new StringBuilder();
    return StepLoop.run(() -> rest.hasNext() ? makeNext(prefix, rest.next()) : null)
        .thenCompose(_ -> find(path, SymbolicLinks.FOLLOW))
        .thenCompose(PathCalls::directory);
  }

  /** Makes the next directory of a path unless it exists. */
  private CompletableFuture<?> makeNext(StringBuilder prefix, byte[] part) {
    prefix.append('/').append(Payload.wrap(part).toUtf8());
    return mkdir(prefix.toString(), DIRECTORY_MODE)
        .thenApply(_ -> true)
        .exceptionally(failure -> {
          if (error(failure) == FsError.EEXIST) {
            return false;
          }
          throw new CompletionException(failure);
        });
  }

  CompletableFuture<Inode> symlink(String target, String path) {
    if (endsWithSlash(path)) {
      return failed(FsError.ENOENT);
    }
    return make(path, 0777, new NewContent.NewSymlink(Payload.utf8(target)));
  }

  CompletableFuture<Inode> link(String existing, String path) {
    if (endsWithSlash(path)) {
      return failed(FsError.ENOENT);
    }
    return find(existing, SymbolicLinks.KEEP)
        .thenCombine(
            place(path, FsError.EEXIST),
            (inode, place) -> new FsRequest.Link(inode.ino(), place.directory(), place.name()))
        .thenCompose(calls::find);
  }

  CompletableFuture<@Nullable Void> remove(String path) {
    return place(path, FsError.EISDIR)
        .thenCompose(place -> {
          FsRequest.Remove request = new FsRequest.Remove(place.directory(), place.name(), false);
          return endsWithSlash(path)
              ? calls.lookup(place.directory(), place.name()).thenApply(PathCalls::refuseToRemove)
              : calls.run(request);
        });
  }

  private static @Nullable Void refuseToRemove(Inode inode) {
    throw new CallFailure(inode.isDirectory() ? FsError.EISDIR : FsError.ENOTDIR);
  }

  CompletableFuture<@Nullable Void> removeDirectory(String path) {
    return PathSearch.start(calls, path, PathSearch.Last.PLACE)
        .thenApply(place -> named(place, lacksName(path)))
        .thenCompose(
            place -> calls.run(new FsRequest.Remove(place.directory(), place.name(), true)));
  }

  private static FsError lacksName(String path) {
    List<byte[]> parts = PathText.parts(PathText.bytes(path));
    if (parts.isEmpty()) {
      return FsError.EBUSY;
    }
    return PathText.isDot(parts.getLast()) ? FsError.EINVAL : FsError.ENOTEMPTY;
  }

  CompletableFuture<@Nullable Void> rename(String from, String to, RenameMode mode) {
    CompletableFuture<Named> source = place(from, FsError.EBUSY);
    CompletableFuture<Named> target = place(to, FsError.EBUSY);
    boolean ofDirectory = endsWithSlash(from) || endsWithSlash(to);
    CompletableFuture<?> checked =
        ofDirectory
            ? source
                .thenCompose(place -> calls.lookup(place.directory(), place.name()))
                .thenAccept(PathCalls::requireDirectory)
            : CompletableFuture.completedFuture(true);
    return source
        .thenCombine(
            target,
            (old, place) ->
                new FsRequest.Rename(
                    old.directory(), old.name(), place.directory(), place.name(), mode))
        .thenCombine(checked, (request, _) -> request)
        .thenCompose(calls::run);
  }

  private static void requireDirectory(Inode inode) {
    if (!inode.isDirectory()) {
      throw new CallFailure(FsError.ENOTDIR);
    }
  }

  // Files

  CompletableFuture<FileOutcome.Opened> open(String path, OpenMode mode) {
    return find(path, SymbolicLinks.FOLLOW).thenCompose(inode -> open(inode, mode));
  }

  private CompletableFuture<FileOutcome.Opened> open(Inode inode, OpenMode mode) {
    return inode.isDirectory()
        ? failed(FsError.EISDIR)
        : opened(new FileCall.Open(inode.ino(), mode));
  }

  private CompletableFuture<FileOutcome.Opened> opened(FileCall call) {
    return calls.start(call, outcome -> CallerCalls.expect(FileOutcome.Opened.class, outcome));
  }

  CompletableFuture<FileOutcome.Opened> createNew(String path, int permissions, OpenMode mode) {
    return create(path, permissions, true, mode);
  }

  private CompletableFuture<FileOutcome.Opened> create(
      String path, int permissions, boolean exclusive, OpenMode mode) {
    if (endsWithSlash(path)) {
      return failed(FsError.EISDIR);
    }
    return place(path, exclusive ? FsError.EEXIST : FsError.EISDIR)
        .thenCompose(place -> opened(creation(place, permissions, exclusive, mode)));
  }

  private static FileCall creation(Named place, int permissions, boolean exclusive, OpenMode mode) {
    NewName file = file(place, permissions, new NewContent.NewFile());
    return new FileCall.Create(file, exclusive, mode);
  }

  /**
   * Creates or opens a file. It is rarely a symbolic link or a directory: only if the call fails as
   * it does for these, the name is looked up before.
   */
  CompletableFuture<FileOutcome.Opened> create(String path, int permissions, OpenMode mode) {
    return create(path, permissions, false, mode)
        .exceptionallyCompose(failure ->
            switch (error(failure)) {
              case ELOOP, EINVAL, EEXIST -> createAtEnd(path, permissions, mode);
              case null, default -> CompletableFuture.failedFuture(failure);
            });
  }

  /** Creates or opens the file to which a path leads through symbolic links. */
  private CompletableFuture<FileOutcome.Opened> createAtEnd(
      String path, int permissions, OpenMode mode) {
    return PathSearch.start(calls, path, PathSearch.Last.FOLLOW_OR_PLACE)
        .thenCompose(place -> {
          Inode inode = place.inode();
          if (inode != null) {
            return open(inode, mode);
          }
          Named named = named(place, FsError.EISDIR);
          return opened(creation(named, permissions, false, mode));
        });
  }
}
