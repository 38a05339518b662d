package io.pando.fuse.files;

import io.pando.check.Invariant;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fuse.FuseFileSystem;
import io.pando.fuse.FuseNotifier;
import io.pando.fuse.FuseReply;
import io.pando.fuse.MountAccess;
import io.pando.fuse.MountOptions;
import io.pando.fuse.device.KernelMount;
import io.pando.fuse.device.MountException;
import io.pando.fuse.files.kernel.KernelCaches;
import io.pando.fuse.files.kernel.KernelNode;
import io.pando.fuse.files.kernel.KernelNodes;
import io.pando.fuse.files.kernel.KernelView;
import io.pando.fuse.files.kernel.NodeNumbers;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseContext;
import io.pando.fuse.protocol.FuseRequest;
import io.pando.fuse.protocol.InitFlag;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.fuse.protocol.NameRequest;
import io.pando.fuse.protocol.NodeRequest;
import io.pando.port.EventLoop;
import io.pando.port.FileCalls;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A file system, or a directory of one, as the kernel asks for it. Node numbers are inode numbers.
 *
 * <p>The kernel checks permissions, with access control lists, and so do client and server. It has
 * to: it walks names that it keeps without asking anyone. The client caches data, so programs'
 * reads and writes bypass the kernel's pages; names, attributes, and pages of memory mappings are
 * kept by the kernel under the client's capabilities ({@link KernelCaches}).
 */
public final class MountedFiles implements FuseFileSystem {
  private static final long PATIENCE_SECONDS = 60;

  private final FileCalls calls;
  private final NameHash hash;
  private final LongSupplier clock;
  private final CallSender sender;
  private final KernelNodes nodes = new KernelNodes();
  private final KernelCaches caches;
  private final OpenHandles handles = new OpenHandles();
  private final LockCalls locks = new LockCalls();
  private volatile @Nullable Parts parts;

  /** What depends on the directory that is mounted. */
  private record Parts(
      NodeNumbers numbers,
      NameCalls names,
      InodeCalls inodes,
      XattrCalls xattrs,
      ContentCalls contents,
      DirectoryCalls directories) {}

  /**
   * A file system that is not mounted yet; {@link #choose} has to follow.
   *
   * @param calls its client, to which nothing is attached
   * @param hash of its names
   * @param groups of the processes that use it
   */
  public MountedFiles(FileCalls calls, NameHash hash, ProcessGroups groups) {
    this(calls, hash, groups, System::nanoTime);
  }

  MountedFiles(FileCalls calls, NameHash hash, ProcessGroups groups, LongSupplier nanoTime) {
    long origin = nanoTime.getAsLong() - 1;
    this.calls = calls;
    this.hash = hash;
    this.clock = () -> nanoTime.getAsLong() - origin;
    this.sender = new CallSender(calls, new Callers(groups, clock));
    this.caches = new KernelCaches(nodes, clock);
    calls.attach(caches);
  }

  /**
   * Options of a mount of it.
   *
   * @param source name that tables of mounts show
   * @param allowOther other users than the one who mounts may use it
   */
  public static MountOptions options(String source, boolean readOnly, boolean allowOther) {
    Set<InitFlag> flags = EnumSet.noneOf(InitFlag.class);
    flags.addAll(InitFlag.usual());
    flags.addAll(
        EnumSet.of(
            InitFlag.DONT_MASK,
            InitFlag.POSIX_ACL,
            InitFlag.HANDLE_KILLPRIV_V2,
            InitFlag.DIRECT_IO_ALLOW_MMAP));
    return MountOptions.usual(source)
        .withAccess(new MountAccess(KernelMount.Method.AUTOMATIC, allowOther, true, readOnly))
        .withFlags(flags);
  }

  // The root of the mount

  /**
   * Chooses the directory to be mounted. To be called once, before mounting; waits for the client.
   *
   * @param path from the root of the file system; empty components count for nothing
   * @throws MountException with a sentence, if there is no such directory
   */
  public void choose(String path) throws MountException {
    Inode at = find(new FsRequest.GetInode(Ino.ROOT), path);
    for (String component : path.split("/", -1)) {
      if (!component.isEmpty()) {
        at = find(new FsRequest.Lookup(at.ino(), name(component)), path);
      }
    }
    if (!at.isDirectory()) {
      throw noDirectory(path, "is not a directory");
    }
    NodeNumbers numbers = new NodeNumbers(at.ino());
    KernelView view = new KernelView(calls, nodes, caches, clock, numbers);
    parts =
        new Parts(
            numbers,
            new NameCalls(numbers, view, handles),
            new InodeCalls(numbers, view, handles),
            new XattrCalls(numbers, view),
            new ContentCalls(nodes, caches, view, handles),
            new DirectoryCalls(hash, numbers, nodes, caches, view));
  }

  private static EntryName name(String component) throws MountException {
    try {
      return EntryName.of(component);
    } catch (IllegalArgumentException e) {
      throw noDirectory(component, "is not a name: " + e.getMessage());
    }
  }

  private Inode find(FsRequest query, String path) throws MountException {
    CompletableFuture<FileOutcome> found = new CompletableFuture<>();
    calls.submit(Caller.ROOT, new FileCall.Request(query), found::complete);
    try {
      FileOutcome outcome = found.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (outcome instanceof FileOutcome.Answered(FsAnswer.Failed failed)) {
        throw noDirectory(path, "cannot be mounted: " + failed.error().text());
      }
      return Exchange.inode(outcome);
    } catch (TimeoutException e) {
      throw new MountException(
          MountException.Reason.OTHER,
          "no metadata server answered for %d s: 'pando fs status' shows them"
              .formatted(PATIENCE_SECONDS),
          e);
    } catch (ExecutionException e) {
      throw Invariant.unreachable("an outcome is never a failure: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MountException(MountException.Reason.OTHER, "mounting was interrupted", e);
    }
  }

  private static MountException noDirectory(String path, String problem) {
    return new MountException(
        MountException.Reason.NO_DIRECTORY,
        "the directory '/%s' of the file system %s"
            .formatted(path.replaceFirst("^/+", ""), problem));
  }

  private Parts parts() {
    return Invariant.present(parts, () -> "mounted without a directory");
  }

  // The session

  @Override
  public void onMounted(FuseNotifier notifier) {
    caches.begin(parts().numbers, notifier);
  }

  @Override
  public void onUnmounted() {
    caches.end();
  }

  @Override
  public void onForget(List<KernelMessage.Forgotten> forgotten) {
    forgotten.forEach(each -> nodes.forget(each.node(), each.lookups()));
  }

  /** Nodes that the kernel knows. */
  public int nodes() {
    return nodes.count();
  }

  // Requests

  @Override
  public Optional<EventLoop> loop() {
    return calls.loop();
  }

  @Override
  public void onRequest(FuseContext context, FuseRequest request, FuseReply reply) {
    boolean changes = changes(request);
    List<KernelNode> directories = directories(request);
    directories.forEach(KernelNode::beginNames);
    if (changes) {
      caches.onChange();
    }
    Exchange exchange =
        new Exchange(
            context,
            reply,
            sender,
            () -> {
              directories.forEach(each -> each.endNames(clock.getAsLong()));
              if (changes) {
                caches.onChange();
              }
            });
    switch (request) {
      case NameRequest name -> parts().names.on(exchange, name);
      case NodeRequest node -> onNode(exchange, node);
      case FileRequest file -> onFile(exchange, file);
    }
  }

  /** Whether names or attributes change that a listing may have read ahead. */
  private static boolean changes(FuseRequest request) {
    return switch (request) {
      case NameRequest.Lookup _ -> false;
      case NameRequest _,
          NodeRequest.SetAttributes _,
          NodeRequest.SetXattr _,
          NodeRequest.RemoveXattr _,
          FileRequest.Write _,
          FileRequest.Allocate _,
          FileRequest.CopyRange _ ->
          true;
      case NodeRequest.Open open -> open.flags().isTruncating();
      default -> false;
    };
  }

  /** The directories that the kernel locks until the answer. */
  private List<KernelNode> directories(FuseRequest request) {
    KernelNode first =
        request instanceof NameRequest || request instanceof FileRequest.ReadDirectory
            ? nodes.get(request.node())
            : null;
    KernelNode second =
        request instanceof NameRequest.Rename rename ? nodes.get(rename.newParent()) : null;
    if (first == null) {
      return second == null ? List.of() : List.of(second);
    }
    return second == null ? List.of(first) : List.of(first, second);
  }

  private void onNode(Exchange exchange, NodeRequest request) {
    Parts all = parts();
    switch (request) {
      case NodeRequest.GetAttributes get -> all.inodes.getAttributes(exchange, get.node());
      case NodeRequest.GetExtendedAttributes get -> all.inodes.getExtended(exchange, get.node());
      case NodeRequest.SetAttributes set -> all.inodes.setAttributes(exchange, set);
      case NodeRequest.ReadLink read -> all.inodes.readLink(exchange, read.node());
      case NodeRequest.Access access -> all.inodes.access(exchange, access);
      case NodeRequest.GetStatistics _ -> all.inodes.getStatistics(exchange);
      case NodeRequest.SyncFileSystem _ -> all.inodes.syncAll(exchange);
      case NodeRequest.SetXattr set -> all.xattrs.set(exchange, set);
      case NodeRequest.GetXattr get -> all.xattrs.get(exchange, get);
      case NodeRequest.ListXattr list -> all.xattrs.list(exchange, list);
      case NodeRequest.RemoveXattr remove -> all.xattrs.remove(exchange, remove);
      case NodeRequest.Open open -> all.contents.open(exchange, open, all.numbers.ino(open.node()));
      case NodeRequest.OpenDirectory open -> all.directories.open(exchange, open.node());
      case NodeRequest.MapBlock _ -> exchange.fail(Errno.ENOSYS);
    }
  }

  private void onFile(Exchange exchange, FileRequest request) {
    Parts all = parts();
    switch (request) {
      case FileRequest.ReadDirectory read -> all.directories.read(exchange, read);
      case FileRequest.ReleaseDirectory it -> all.directories.close(exchange, it.handle());
      case FileRequest.SyncDirectory _ -> all.inodes.syncAll(exchange);
      case FileRequest.Ioctl it when it.onDirectory() -> exchange.fail(Errno.ENOTTY);
      case FileRequest.Poll _ -> exchange.fail(Errno.ENOSYS);
      default -> {
        OpenHandle handle =
            request instanceof FileRequest.Release
                ? handles.remove(request.handle())
                : handles.get(request.handle());
        if (handle == null) {
          exchange.fail(Errno.EBADF);
        } else {
          onOpenFile(exchange, request, handle);
        }
      }
    }
  }

  private void onOpenFile(Exchange exchange, FileRequest request, OpenHandle handle) {
    ContentCalls contents = parts().contents;
    switch (request) {
      case FileRequest.Read read -> contents.read(exchange, read, handle);
      case FileRequest.Write write -> contents.write(exchange, write, handle);
      case FileRequest.Sync sync -> contents.sync(exchange, sync, handle);
      case FileRequest.Allocate allocate -> contents.allocate(exchange, allocate, handle);
      case FileRequest.Seek seek -> contents.seek(exchange, seek, handle);
      case FileRequest.Ioctl ioctl -> LazyCommands.on(exchange, ioctl, handle);
      case FileRequest.GetLock get -> locks.test(exchange, get, handle);
      case FileRequest.SetLock set -> locks.set(exchange, set, handle);
      case FileRequest.Flush flush -> locks.flush(exchange, flush.lockOwner(), handle);
      case FileRequest.Release release -> {
        locks.release(exchange, release, handle);
        contents.close(exchange, handle);
      }
      case FileRequest.CopyRange copy -> {
        OpenHandle target = handles.get(copy.target().handle());
        if (target == null) {
          exchange.fail(Errno.EBADF);
        } else {
          contents.copy(exchange, copy, handle, target);
        }
      }
      case FileRequest.ReadDirectory _,
          FileRequest.ReleaseDirectory _,
          FileRequest.SyncDirectory _,
          FileRequest.Poll _ ->
          throw Invariant.unreachable("a directory's request on an open file: " + request);
    }
  }
}
