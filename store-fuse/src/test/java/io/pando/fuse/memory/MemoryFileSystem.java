package io.pando.fuse.memory;

import io.pando.bytes.Payload;
import io.pando.fuse.FuseFileSystem;
import io.pando.fuse.FuseReply;
import io.pando.fuse.protocol.AttributeChange;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileFlags;
import io.pando.fuse.protocol.FileLock;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseContext;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.FuseRequest;
import io.pando.fuse.protocol.FuseStatistics;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.fuse.protocol.NameRequest;
import io.pando.fuse.protocol.NodeAttributes.Kind;
import io.pando.fuse.protocol.NodeRequest;
import io.pando.fuse.protocol.Opcode;
import io.pando.fuse.protocol.OpenFlag;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A POSIX file system on the heap. Requests are answered at once, but for locks. */
public final class MemoryFileSystem implements FuseFileSystem {
  private static final FuseAnswer.Done DONE = new FuseAnswer.Done();
  private static final int PERMISSIONS = 0xfff;

  private final Object lock = new Object();
  private final MemoryNames names;
  private final Map<Long, MemoryNode> open = new HashMap<>();
  private final Map<Opcode, AtomicLong> counts = new EnumMap<>(Opcode.class);
  private final CountDownLatch unmounted = new CountDownLatch(1);
  private final List<KernelMessage.Retrieved> retrieved = new CopyOnWriteArrayList<>();
  private final long validNanos;
  private long lastHandle;

  /**
   * An empty file system.
   *
   * @param uid owner of the root
   * @param gid group of the root
   * @param validNanos how long the kernel may keep entries and attributes
   */
  public MemoryFileSystem(int uid, int gid, long validNanos) {
    this.names = new MemoryNames(uid, gid);
    this.validNanos = validNanos;
    for (Opcode each : Opcode.values()) {
      counts.put(each, new AtomicLong());
    }
  }

  /** Requests of an operation so far. */
  public long count(Opcode opcode) {
    return Objects.requireNonNull(counts.get(opcode)).get();
  }

  /** Number of inodes. */
  public int nodes() {
    synchronized (lock) {
      return names.count();
    }
  }

  /** Requests that wait for a lock of a file. */
  public int waiting(long node) {
    synchronized (lock) {
      try {
        return names.node(node).locks.waiting();
      } catch (FailedRequest e) {
        return 0;
      }
    }
  }

  /** Changes a file behind the kernel's back; returns its node. */
  public long overwrite(String name, Payload data) {
    synchronized (lock) {
      try {
        MemoryNode node = names.find(names.node(MemoryNames.ROOT), FuseName.of(name));
        node.data.truncate(0);
        node.data.write(0, data);
        return node.ino;
      } catch (FailedRequest e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Makes files in the root behind the kernel's back: the prefix, and a number from 0 on. */
  public void makeFiles(String prefix, int count) {
    FuseContext context = new FuseContext(0, 0, 0, 0);
    synchronized (lock) {
      try {
        for (int i = 0; i < count; i++) {
          MemoryNode root = names.node(MemoryNames.ROOT);
          names.make(root, FuseName.of(prefix + i), Kind.REGULAR | 0644, context);
        }
      } catch (FailedRequest e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Renames an entry of the root behind the kernel's back. */
  public void moveInRoot(String from, String to) {
    synchronized (lock) {
      try {
        names.rename(
            new NameRequest.Rename(
                MemoryNames.ROOT, FuseName.of(from), MemoryNames.ROOT, FuseName.of(to), 0));
      } catch (FailedRequest e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public CountDownLatch unmounted() {
    return unmounted;
  }

  /** Pages that came from the kernel. */
  public List<KernelMessage.Retrieved> retrieved() {
    return retrieved;
  }

  @Override
  public void onUnmounted() {
    unmounted.countDown();
  }

  @Override
  public void onRetrieved(KernelMessage.Retrieved pages) {
    retrieved.add(pages);
  }

  @Override
  public void onForget(List<KernelMessage.Forgotten> nodes) {
    synchronized (lock) {
      nodes.forEach(each -> names.forget(each.node(), each.lookups()));
    }
  }

  @Override
  public void onRequest(FuseContext context, FuseRequest request, FuseReply reply) {
    Objects.requireNonNull(counts.get(request.opcode())).incrementAndGet();
    synchronized (lock) {
      try {
        if (request instanceof FileRequest.SetLock set) {
          names.node(set.node()).locks.set(set, reply, lock);
          return;
        }
        FuseAnswer answer =
            switch (request) {
              case NameRequest name -> onName(context, name);
              case NodeRequest node -> onNode(node, names.node(node.node()));
              case FileRequest file -> onFile(file, names.node(file.node()));
            };
        reply.answer(answer);
      } catch (FailedRequest e) {
        reply.error(e.errno);
      }
    }
  }

  private FuseAnswer onName(FuseContext context, NameRequest request) throws FailedRequest {
    MemoryNode parent = names.node(request.parent());
    return switch (request) {
      case NameRequest.Lookup lookup -> entry(names.find(parent, lookup.name()));
      case NameRequest.MakeSymbolicLink make ->
          entry(names.makeLink(parent, make.name(), make.target(), context));
      case NameRequest.MakeNode make -> {
        MemoryNode node = names.make(parent, make.name(), make.mode().mode(), context);
        node.device = make.device();
        yield entry(node);
      }
      case NameRequest.MakeDirectory make ->
          entry(names.make(parent, make.name(), Kind.DIRECTORY | make.mode().mode(), context));
      case NameRequest.Unlink unlink -> {
        names.unlink(parent, unlink.name());
        yield DONE;
      }
      case NameRequest.RemoveDirectory remove -> {
        names.removeDirectory(parent, remove.name());
        yield DONE;
      }
      case NameRequest.Rename rename -> {
        names.rename(rename);
        yield DONE;
      }
      case NameRequest.Link link ->
          entry(names.link(parent, link.name(), names.node(link.target())));
      case NameRequest.Create create -> {
        @Nullable MemoryNode existing = parent.child(create.name());
        if (existing != null && create.flags().isExclusive()) {
          throw new FailedRequest(Errno.EEXIST);
        }
        MemoryNode node =
            existing != null
                ? existing
                : names.make(parent, create.name(), create.mode().mode(), context);
        yield new FuseAnswer.Created(entry(node), opened(node, create.flags()));
      }
      case NameRequest.CreateUnnamed create -> {
        MemoryNode node = names.make(null, FuseName.of("unnamed"), create.mode().mode(), context);
        yield new FuseAnswer.Created(entry(node), opened(node, create.flags()));
      }
    };
  }

  private FuseAnswer.Entry entry(MemoryNode node) {
    node.lookups++;
    return new FuseAnswer.Entry(node.ino, 0, node.attributes(), validNanos, validNanos);
  }

  private FuseAnswer.Opened opened(MemoryNode node, FileFlags flags) {
    if (flags.isTruncating()) {
      node.data.truncate(0);
      node.touch();
    }
    node.opens++;
    open.put(++lastHandle, node);
    return FuseAnswer.Opened.of(lastHandle, OpenFlag.KEEP_CACHE);
  }

  private FuseAnswer onNode(NodeRequest request, MemoryNode node) throws FailedRequest {
    return switch (request) {
      case NodeRequest.GetAttributes _ -> attributes(node);
      case NodeRequest.GetExtendedAttributes _ ->
          new FuseAnswer.ExtendedAttributes(node.attributes(), validNanos);
      case NodeRequest.SetAttributes set -> setAttributes(node, set.change());
      case NodeRequest.ReadLink _ -> new FuseAnswer.Data(node.target);
      case NodeRequest.SetXattr set -> setXattr(node, set);
      case NodeRequest.GetXattr get -> {
        Payload value = node.xattrs.get(get.name());
        if (value == null) {
          throw new FailedRequest(Errno.ENODATA);
        }
        yield new FuseAnswer.Data(value);
      }
      case NodeRequest.ListXattr _ -> {
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        for (FuseName name : node.xattrs.keySet()) {
          list.writeBytes(name.bytes());
          list.write(0);
        }
        yield new FuseAnswer.Data(Payload.wrap(list.toByteArray()));
      }
      case NodeRequest.RemoveXattr remove -> {
        if (node.xattrs.remove(remove.name()) == null) {
          throw new FailedRequest(Errno.ENODATA);
        }
        yield DONE;
      }
      case NodeRequest.Open open -> opened(node, open.flags());
      case NodeRequest.OpenDirectory open -> opened(node, open.flags());
      case NodeRequest.GetStatistics _ ->
          new FuseAnswer.Statistics(
              new FuseStatistics(1000, 600, 500, 10_000, 10_000 - names.count(), 4096));
      case NodeRequest.SyncFileSystem _ -> DONE;
      case NodeRequest.Access _, NodeRequest.MapBlock _ -> throw new FailedRequest(Errno.ENOSYS);
    };
  }

  private FuseAnswer.Attributes attributes(MemoryNode node) {
    return new FuseAnswer.Attributes(node.attributes(), validNanos);
  }

  private FuseAnswer setAttributes(MemoryNode node, AttributeChange change) {
    int type = node.mode & Kind.TYPE;
    change.mode().ifPresent(mode -> node.mode = type | (mode & PERMISSIONS));
    change.uid().ifPresent(uid -> node.uid = uid);
    change.gid().ifPresent(gid -> node.gid = gid);
    change
        .size()
        .ifPresent(size -> {
          node.data.truncate(size);
          node.touch();
        });
    node.accessed = time(change.times().accessed(), node.accessed);
    node.modified = time(change.times().modified(), node.modified);
    node.changed = Instant.now();
    return attributes(node);
  }

  private static Instant time(AttributeChange.NewTime change, Instant before) {
    return switch (change) {
      case AttributeChange.Keep _ -> before;
      case AttributeChange.Now _ -> Instant.now();
      case AttributeChange.At at -> at.time();
    };
  }

  private static FuseAnswer setXattr(MemoryNode node, NodeRequest.SetXattr set)
      throws FailedRequest {
    boolean exists = node.xattrs.containsKey(set.name());
    if (exists && (set.flags() & NodeRequest.SetXattr.CREATE) != 0) {
      throw new FailedRequest(Errno.EEXIST);
    }
    if (!exists && (set.flags() & NodeRequest.SetXattr.REPLACE) != 0) {
      throw new FailedRequest(Errno.ENODATA);
    }
    node.xattrs.put(set.name(), set.value());
    return DONE;
  }

  private FuseAnswer onFile(FileRequest request, MemoryNode node) throws FailedRequest {
    return switch (request) {
      case FileRequest.Read read ->
          new FuseAnswer.Data(node.data.read(read.offset(), read.sizeBytes()));
      case FileRequest.Write write -> {
        node.data.write(write.offset(), write.data());
        node.touch();
        yield new FuseAnswer.Written(write.data().size());
      }
      case FileRequest.Flush flush -> {
        node.locks.releaseAll(flush.lockOwner(), false);
        yield DONE;
      }
      case FileRequest.Release release -> {
        release.flockOwner().ifPresent(owner -> node.locks.releaseAll(owner, true));
        node.locks.releaseHandle(release.handle());
        yield close(release.handle());
      }
      case FileRequest.ReleaseDirectory release -> close(release.handle());
      case FileRequest.Sync _, FileRequest.SyncDirectory _ -> DONE;
      case FileRequest.ReadDirectory read -> MemoryListing.list(node, read, this::entry);
      case FileRequest.GetLock get ->
          new FuseAnswer.Lock(
              node.locks
                  .conflict(get.owner(), get.isFlock(), get.lock())
                  .orElse(new FileLock(0, 0, FileLock.Kind.UNLOCK, 0)));
      case FileRequest.Allocate allocate -> allocate(node, allocate);
      case FileRequest.Seek seek -> seek(node, seek);
      case FileRequest.CopyRange copy -> {
        int most = (int) Math.min(1 << 20, copy.length());
        Payload data = node.data.read(copy.offset(), most);
        MemoryNode target = names.node(copy.target().node());
        target.data.write(copy.target().offset(), data);
        target.touch();
        yield new FuseAnswer.Written(data.size());
      }
      case FileRequest.Ioctl _ -> throw new FailedRequest(Errno.ENOTTY);
      case FileRequest.Poll _, FileRequest.SetLock _ -> throw new FailedRequest(Errno.ENOSYS);
    };
  }

  private FuseAnswer close(long handle) throws FailedRequest {
    MemoryNode node = open.remove(handle);
    if (node == null) {
      throw new FailedRequest(Errno.EBADF);
    }
    node.opens--;
    names.dropIfUnused(node);
    return DONE;
  }

  private static FuseAnswer allocate(MemoryNode node, FileRequest.Allocate request)
      throws FailedRequest {
    boolean keepsSize = (request.mode() & FileRequest.Allocate.KEEP_SIZE) != 0;
    int rest = request.mode() & ~FileRequest.Allocate.KEEP_SIZE;
    if ((rest & ~(FileRequest.Allocate.PUNCH_HOLE | FileRequest.Allocate.ZERO_RANGE)) != 0) {
      throw new FailedRequest(Errno.EOPNOTSUPP);
    }
    if (rest != 0) {
      node.data.zero(request.offset(), request.length());
    }
    if (!keepsSize) {
      node.data.extend(request.offset() + request.length());
    }
    node.touch();
    return DONE;
  }

  private static FuseAnswer seek(MemoryNode node, FileRequest.Seek request) throws FailedRequest {
    long found =
        switch (request.whence()) {
          case FileRequest.Seek.DATA -> node.data.seekData(request.offset());
          case FileRequest.Seek.HOLE -> node.data.seekHole(request.offset());
          default -> throw new FailedRequest(Errno.EINVAL);
        };
    if (found < 0) {
      throw new FailedRequest(Errno.ENXIO);
    }
    return new FuseAnswer.Offset(found);
  }
}
