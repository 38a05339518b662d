package io.pando.client.file.path;

import io.pando.bytes.Payload;
import io.pando.client.engine.Completion;
import io.pando.client.file.FileEntry;
import io.pando.client.file.FileListing;
import io.pando.client.file.FilePage;
import io.pando.client.file.FileSpace;
import io.pando.client.file.FileStat;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.client.file.SymbolicLinks;
import io.pando.fs.EntryKey;
import io.pando.fs.NameHash;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.RenameMode;
import io.pando.fs.request.FsRequest.XattrMode;
import io.pando.fs.request.InodeChange;
import io.pando.port.FileCalls;
import java.util.Iterator;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A file system by path, over a client of it by inode. */
public final class PathFileSystem implements PandoFileSystem {
  private final Edge edge;
  private final FileCalls client;
  private final NameHash hash;
  private final Runnable closing;
  private final CallerCalls calls;
  private final PathCalls paths;

  private PathFileSystem(
      Edge edge, FileCalls client, NameHash hash, Runnable closing, Caller caller) {
    this.edge = edge;
    this.client = client;
    this.hash = hash;
    this.closing = closing;
    this.calls = new CallerCalls(client, caller);
    this.paths = new PathCalls(calls);
  }

  /**
   * A file system for the superuser.
   *
   * @param hash of its names, for positions in listings
   * @param completion hands results to programs
   * @param closing ends the client
   */
  public static PandoFileSystem open(
      String name, FileCalls client, NameHash hash, Completion completion, Runnable closing) {
    return new PathFileSystem(new Edge(completion, name), client, hash, closing, Caller.ROOT);
  }

  /** The client by inode: for mounts. */
  public FileCalls client() {
    return client;
  }

  /** The hash of the names of the file system. */
  public NameHash hash() {
    return hash;
  }

  @Override
  public String name() {
    return edge.fileSystem();
  }

  @Override
  public Caller caller() {
    return calls.caller();
  }

  @Override
  public PandoFileSystem as(Caller other) {
    return new PathFileSystem(edge, client, hash, closing, other);
  }

  @Override
  public void close() {
    closing.run();
  }

  private static PendingCall<FileStat> stat(
      String what, String path, CompletableFuture<Inode> inode) {
    return PendingCall.of(what, path, inode.thenApply(FileStat::of));
  }

  // Attributes

  private PendingCall<FileStat> find(String what, String path, SymbolicLinks links) {
    return stat(what, path, paths.find(path, links));
  }

  @Override
  public FileStat stat(String path) {
    return edge.await(find("stat", path, SymbolicLinks.FOLLOW));
  }

  @Override
  public CompletableFuture<FileStat> statAsync(String path) {
    return edge.hand(find("stat", path, SymbolicLinks.FOLLOW));
  }

  @Override
  public FileStat lstat(String path) {
    return edge.await(find("lstat", path, SymbolicLinks.KEEP));
  }

  @Override
  public CompletableFuture<FileStat> lstatAsync(String path) {
    return edge.hand(find("lstat", path, SymbolicLinks.KEEP));
  }

  private PendingCall<FileStat> findLite(String path) {
    PathCalls lite = new PathCalls(calls.asLite());
    return stat("statlite", path, lite.find(path, SymbolicLinks.FOLLOW));
  }

  @Override
  public FileStat statLite(String path) {
    return edge.await(findLite(path));
  }

  @Override
  public CompletableFuture<FileStat> statLiteAsync(String path) {
    return edge.hand(findLite(path));
  }

  private PendingCall<FileStat> change(String path, SymbolicLinks links, InodeChange change) {
    return stat("change", path, paths.set(path, links, change));
  }

  @Override
  public FileStat setAttributes(String path, SymbolicLinks links, InodeChange change) {
    return edge.await(change(path, links, change));
  }

  @Override
  public CompletableFuture<FileStat> setAttributesAsync(
      String path, SymbolicLinks links, InodeChange change) {
    return edge.hand(change(path, links, change));
  }

  private PendingCall<@Nullable Void> check(String path, int things) {
    return PendingCall.of(
        "access",
        path,
        paths.onInode(
            path, SymbolicLinks.FOLLOW, ino -> calls.run(new FileCall.Access(ino, things))));
  }

  @Override
  public void access(String path, int things) {
    edge.await(check(path, things));
  }

  @Override
  public CompletableFuture<@Nullable Void> accessAsync(String path, int things) {
    return edge.hand(check(path, things));
  }

  private PendingCall<String> resolve(String path) {
    CompletableFuture<FoundPlace> place = paths.search(path, SymbolicLinks.FOLLOW);
    return PendingCall.of("look-up", path, place.thenApply(FoundPlace::realPath));
  }

  @Override
  public String realPath(String path) {
    return edge.await(resolve(path));
  }

  @Override
  public CompletableFuture<String> realPathAsync(String path) {
    return edge.hand(resolve(path));
  }

  // Extended attributes

  private PendingCall<Payload> value(String path, String attribute) {
    return PendingCall.of("getxattr", path, paths.xattr(path, attribute));
  }

  @Override
  public Payload xattr(String path, String attribute) {
    return edge.await(value(path, attribute));
  }

  @Override
  public CompletableFuture<Payload> xattrAsync(String path, String attribute) {
    return edge.hand(value(path, attribute));
  }

  private PendingCall<SortedMap<String, Payload>> attributes(String path, SymbolicLinks links) {
    return PendingCall.of("listxattr", path, paths.find(path, links).thenApply(Inode::attributes));
  }

  @Override
  public SortedMap<String, Payload> xattrs(String path, SymbolicLinks links) {
    return edge.await(attributes(path, links));
  }

  @Override
  public CompletableFuture<SortedMap<String, Payload>> xattrsAsync(
      String path, SymbolicLinks links) {
    return edge.hand(attributes(path, links));
  }

  private PendingCall<@Nullable Void> set(
      String path, String attribute, Payload value, XattrMode mode) {
    return PendingCall.of(
        "setxattr",
        path,
        paths.onInode(
            path,
            SymbolicLinks.FOLLOW,
            ino -> calls.run(new FsRequest.SetXattr(ino, attribute, value, mode))));
  }

  @Override
  public void setXattr(String path, String attribute, Payload value, XattrMode mode) {
    edge.await(set(path, attribute, value, mode));
  }

  @Override
  public CompletableFuture<@Nullable Void> setXattrAsync(
      String path, String attribute, Payload value, XattrMode mode) {
    return edge.hand(set(path, attribute, value, mode));
  }

  private PendingCall<@Nullable Void> removal(String path, String attribute) {
    return PendingCall.of(
        "removexattr",
        path,
        paths.onInode(
            path,
            SymbolicLinks.FOLLOW,
            ino -> calls.run(new FsRequest.RemoveXattr(ino, attribute))));
  }

  @Override
  public void removeXattr(String path, String attribute) {
    edge.await(removal(path, attribute));
  }

  @Override
  public CompletableFuture<@Nullable Void> removeXattrAsync(String path, String attribute) {
    return edge.hand(removal(path, attribute));
  }

  // Directories

  @Override
  public FileListing list(String path) {
    FileStat directory = edge.await(stat("list", path, paths.findDirectory(path)));
    DirectoryPages pages = new DirectoryPages(calls, hash, path, directory.ino());
    return new FileListing(after -> edge.await(pages.page(after, DirectoryPages.USUAL)));
  }

  private PendingCall<FilePage> page(String path, @Nullable EntryKey after, int most) {
    CompletableFuture<FilePage> page =
        paths.onInode(
            path,
            SymbolicLinks.FOLLOW,
            ino -> new DirectoryPages(calls, hash, path, ino).page(after, most).result());
    return PendingCall.of("list", path, page);
  }

  @Override
  public FilePage listPage(String path, @Nullable EntryKey after, int most) {
    return edge.await(page(path, after, most));
  }

  @Override
  public CompletableFuture<FilePage> listPageAsync(
      String path, @Nullable EntryKey after, int most) {
    return edge.hand(page(path, after, most));
  }

  @Override
  public Stream<FileEntry> walk(String path) {
    FileStat stat = edge.await(find("walk", path, SymbolicLinks.FOLLOW));
    return new TreeWalk(new FileEntry(path, stat), this::listIfPresent).stream();
  }

  private Iterator<FileEntry> listIfPresent(FileEntry directory) {
    DirectoryPages pages =
        new DirectoryPages(calls, hash, directory.path(), directory.stat().ino());
    return new FileListing(after -> edge.await(pages.pageIfPresent(after))).iterator();
  }

  @Override
  public FileStat mkdir(String path, int permissions) {
    return edge.await(stat("mkdir", path, paths.mkdir(path, permissions)));
  }

  @Override
  public CompletableFuture<FileStat> mkdirAsync(String path, int permissions) {
    return edge.hand(stat("mkdir", path, paths.mkdir(path, permissions)));
  }

  @Override
  public FileStat mkdirs(String path) {
    return edge.await(stat("mkdir", path, paths.mkdirs(path)));
  }

  @Override
  public CompletableFuture<FileStat> mkdirsAsync(String path) {
    return edge.hand(stat("mkdir", path, paths.mkdirs(path)));
  }

  // Names

  @Override
  public void remove(String path) {
    edge.await(PendingCall.of("remove", path, paths.remove(path)));
  }

  @Override
  public CompletableFuture<@Nullable Void> removeAsync(String path) {
    return edge.hand(PendingCall.of("remove", path, paths.remove(path)));
  }

  @Override
  public void removeDirectory(String path) {
    edge.await(PendingCall.of("rmdir", path, paths.removeDirectory(path)));
  }

  @Override
  public CompletableFuture<@Nullable Void> removeDirectoryAsync(String path) {
    return edge.hand(PendingCall.of("rmdir", path, paths.removeDirectory(path)));
  }

  private PendingCall<@Nullable Void> move(String from, String to, RenameMode mode) {
    return PendingCall.of("rename to '" + to + "'", from, paths.rename(from, to, mode));
  }

  @Override
  public void rename(String from, String to, RenameMode mode) {
    edge.await(move(from, to, mode));
  }

  @Override
  public CompletableFuture<@Nullable Void> renameAsync(String from, String to, RenameMode mode) {
    return edge.hand(move(from, to, mode));
  }

  @Override
  public FileStat link(String existing, String path) {
    return edge.await(stat("link to '" + existing + "'", path, paths.link(existing, path)));
  }

  @Override
  public CompletableFuture<FileStat> linkAsync(String existing, String path) {
    return edge.hand(stat("link to '" + existing + "'", path, paths.link(existing, path)));
  }

  @Override
  public FileStat symlink(String target, String path) {
    return edge.await(stat("symlink", path, paths.symlink(target, path)));
  }

  @Override
  public CompletableFuture<FileStat> symlinkAsync(String target, String path) {
    return edge.hand(stat("symlink", path, paths.symlink(target, path)));
  }

  @Override
  public String readlink(String path) {
    return edge.await(PendingCall.of("readlink", path, paths.readlink(path)));
  }

  @Override
  public CompletableFuture<String> readlinkAsync(String path) {
    return edge.hand(PendingCall.of("readlink", path, paths.readlink(path)));
  }

  // Files

  private PendingCall<PandoFile> file(
      String what, String path, OpenMode mode, CompletableFuture<FileOutcome.Opened> opened) {
    CompletableFuture<PandoFile> file =
        opened.thenApply(it -> new OpenedFile(calls, edge, path, mode, it));
    return new PendingCall<>(what, path, file, () -> abandon(file));
  }

  /** The program does not wait any more. */
  private static void abandon(CompletableFuture<PandoFile> file) {
    var _ = file.thenCompose(PandoFile::closeAsync);
  }

  @Override
  public PandoFile open(String path, OpenMode mode) {
    return edge.await(file("open", path, mode, paths.open(path, mode)));
  }

  @Override
  public CompletableFuture<PandoFile> openAsync(String path, OpenMode mode) {
    return edge.hand(file("open", path, mode, paths.open(path, mode)));
  }

  @Override
  public PandoFile create(String path, int permissions, OpenMode mode) {
    return edge.await(file("create", path, mode, paths.create(path, permissions, mode)));
  }

  @Override
  public CompletableFuture<PandoFile> createAsync(String path, int permissions, OpenMode mode) {
    return edge.hand(file("create", path, mode, paths.create(path, permissions, mode)));
  }

  @Override
  public PandoFile createNew(String path, int permissions, OpenMode mode) {
    return edge.await(file("create", path, mode, paths.createNew(path, permissions, mode)));
  }

  @Override
  public CompletableFuture<PandoFile> createNewAsync(String path, int permissions, OpenMode mode) {
    return edge.hand(file("create", path, mode, paths.createNew(path, permissions, mode)));
  }

  // All of it

  private PendingCall<FileSpace> measure() {
    return PendingCall.of(
        "statfs",
        "/",
        calls.start(
            new FileCall.GetSpace(),
            outcome -> {
              FileOutcome.Space it = CallerCalls.expect(FileOutcome.Space.class, outcome);
              return new FileSpace(it.totalBytes(), it.freeBytes(), it.files());
            }));
  }

  @Override
  public FileSpace space() {
    return edge.await(measure());
  }

  @Override
  public CompletableFuture<FileSpace> spaceAsync() {
    return edge.hand(measure());
  }

  private PendingCall<@Nullable Void> flush() {
    return PendingCall.of("sync", "/", calls.run(new FileCall.SyncAll()));
  }

  @Override
  public void sync() {
    edge.await(flush());
  }

  @Override
  public CompletableFuture<@Nullable Void> syncAsync() {
    return edge.hand(flush());
  }
}
