package io.pando.fuse.files.kernel;

import static io.pando.fs.Capability.ATTRIBUTES_EXCLUSIVE;
import static io.pando.fs.Capability.ATTRIBUTES_SHARED;
import static io.pando.fs.Capability.BUFFER;
import static io.pando.fs.Capability.CACHE;
import static io.pando.fs.Capability.LAZY;
import static io.pando.fs.Capability.LINKS_EXCLUSIVE;
import static io.pando.fs.Capability.LINKS_SHARED;
import static io.pando.fs.Capability.NAMES_EXCLUSIVE;
import static io.pando.fs.Capability.NAMES_SHARED;
import static io.pando.fs.Capability.XATTRS_EXCLUSIVE;
import static io.pando.fs.Capability.XATTRS_SHARED;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.call.CachePermit;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Permissions;
import io.pando.fuse.files.kernel.KernelNode.SetIds;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseName;
import io.pando.port.FileCalls;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the kernel of inodes, each for as long as the client's capabilities allow, and remembers
 * that in {@link KernelNodes}. Names of a directory may be kept under a capability for its names;
 * attributes under those that exclude every change of them. Without them the kernel asks each time.
 *
 * <p>All methods are called on the client's thread, while an outcome is taken, and their answers
 * are given there.
 */
public final class KernelView {
  /**
   * Most time for which the kernel keeps something. Each expiry costs one request; in return, what
   * is remembered here is bounded.
   */
  static final long MOST_NANOS = 10_000_000_000L;

  /** The same for names, if the kernel cannot drop all of them at once. */
  static final long MOST_NANOS_OF_NAMES = 1_000_000_000L;

  private static final int SET_IDS = Permissions.SET_USER_ID | Permissions.SET_GROUP_ID;
  private static final String FILE_CAPABILITIES = "security.capability";

  private final FileCalls calls;
  private final KernelNodes nodes;
  private final KernelCaches caches;
  private final LongSupplier clock;
  private final NodeNumbers numbers;
  private final NameExpiry expiry = new NameExpiry(MOST_NANOS);

  /** A view in which the kernel knows the root. */
  public KernelView(
      FileCalls calls,
      KernelNodes nodes,
      KernelCaches caches,
      LongSupplier clock,
      NodeNumbers numbers) {
    this.calls = calls;
    this.nodes = nodes;
    this.caches = caches;
    this.clock = clock;
    this.numbers = numbers;
  }

  /** Names of a directory for one answer. */
  public GivenNames names(long directory) {
    KernelNode node = nodes.get(directory);
    Ino ino = numbers.ino(directory);
    long nanos = 0;
    if (node != null) {
      CachePermit permit = calls.permit(ino);
      boolean allowed = any(permit.usable(), NAMES_SHARED, NAMES_EXCLUSIVE);
      long most = caches.dropsAllNames() ? MOST_NANOS : MOST_NANOS_OF_NAMES;
      nanos = allowed ? Math.min(most, permit.nanos()) : 0;
    }
    return new GivenNames(this, ino, node, clock.getAsLong(), nanos);
  }

  /** An entry that the kernel may not keep by name; otherwise as {@link GivenNames#entry}. */
  public FuseAnswer.Entry unnamed(Inode inode) {
    return found(inode, 0);
  }

  /**
   * An inode to which the kernel gets a reference.
   *
   * @param names for how long the kernel may keep its name
   */
  FuseAnswer.Entry found(Inode inode, long names) {
    long number = numbers.node(inode.ino());
    KernelNode node = nodes.lookedUp(number);
    long attributes = attributes(node, inode);
    return new FuseAnswer.Entry(number, 0, InodeShapes.attributes(inode), names, attributes);
  }

  /** A directory was found in another one. */
  void foundIn(Inode directory, Ino parent) {
    KernelNode node = nodes.get(numbers.node(directory.ino()));
    if (node != null) {
      node.foundIn(parent);
    }
  }

  /** Whether the kernel keeps attributes until a time. */
  boolean isKept(Inode inode, long until) {
    KernelNode node = nodes.get(numbers.node(inode.ino()));
    return node != null && node.keepsAttributes(until);
  }

  /** The kernel did not take an answer with an entry. */
  public void notTaken(FuseAnswer.Entry entry) {
    nodes.forget(entry.node(), 1);
  }

  /** For how long the kernel may remember that a name is absent. */
  public long absent(long directory, FuseName name) {
    return names(directory).give(name);
  }

  /** Names that the kernel does not have any more are forgotten. */
  void expire(KernelNode directory, long now) {
    if (directory.beginsToExpire()) {
      expiry.add(directory, now);
    }
    expiry.advance(now);
  }

  /** The kernel moves an entry, and keeps it for as long as before. */
  public void moved(long from, FuseName name, long to, FuseName newName) {
    KernelNode source = nodes.get(from);
    KernelNode target = nodes.get(to);
    if (source != null && target != null) {
      long until = source.until(name);
      if (until > 0) {
        target.arrived(newName, until);
        expire(target, clock.getAsLong());
      }
    }
  }

  /** Attributes of a node. */
  public FuseAnswer.Attributes attributes(Inode inode) {
    return new FuseAnswer.Attributes(InodeShapes.attributes(inode), validity(inode));
  }

  /** Attributes of a node, with the time of its birth. */
  public FuseAnswer.ExtendedAttributes extended(Inode inode) {
    return new FuseAnswer.ExtendedAttributes(InodeShapes.attributes(inode), validity(inode));
  }

  /**
   * A directory that the kernel knows and the file system does not: it was removed, and a process
   * has it open or works in it. Null if the kernel was never told of it.
   */
  public @Nullable Inode removedDirectory(long number) {
    KernelNode node = nodes.get(number);
    Inode last = node == null ? null : node.lastShown();
    return last == null ? null : last.withLinks(0);
  }

  private long validity(Inode inode) {
    KernelNode node = nodes.get(numbers.node(inode.ino()));
    return node == null ? 0 : attributes(node, inode);
  }

  /** Remembers whether an inode has bits that a write takes away, if no other can set them. */
  public void learn(Inode inode) {
    KernelNode node = nodes.get(numbers.node(inode.ino()));
    if (node != null) {
      learn(node, inode, calls.permit(inode.ino()).usable());
    }
  }

  private static void learn(KernelNode node, Inode inode, CapabilitySet usable) {
    boolean known =
        any(usable, ATTRIBUTES_SHARED, ATTRIBUTES_EXCLUSIVE)
            && any(usable, XATTRS_SHARED, XATTRS_EXCLUSIVE);
    boolean none =
        (inode.permissions().mode() & SET_IDS) == 0
            && !inode.attributes().containsKey(FILE_CAPABILITIES);
    if (known) {
      node.learn(none ? SetIds.NONE : SetIds.SOME);
    }
  }

  private long attributes(KernelNode node, Inode inode) {
    CachePermit permit = calls.permit(inode.ino());
    CapabilitySet usable = permit.usable();
    learn(node, inode, usable);
    if (inode.isDirectory()) {
      node.shown(inode);
    }
    long nanos = isKnown(usable, inode.type()) ? Math.min(MOST_NANOS, permit.nanos()) : 0;
    if (nanos > 0) {
      node.giveAttributes(clock.getAsLong() + nanos);
    }
    return Math.max(0, nanos);
  }

  /** Whether pages of a file may stay in the kernel. */
  public boolean keepsPages(Ino ino) {
    CapabilitySet usable = calls.permit(ino).usable();
    return any(usable, CACHE, BUFFER) || usable.contains(LAZY);
  }

  /** Whether these exclude every change of the inode by others. */
  private static boolean isKnown(CapabilitySet usable, FileType type) {
    return any(usable, ATTRIBUTES_SHARED, ATTRIBUTES_EXCLUSIVE)
        && any(usable, LINKS_SHARED, LINKS_EXCLUSIVE)
        && any(usable, XATTRS_SHARED, XATTRS_EXCLUSIVE)
        && switch (type) {
          case REGULAR -> any(usable, CACHE, BUFFER);
          case DIRECTORY -> any(usable, NAMES_SHARED, NAMES_EXCLUSIVE);
          default -> true;
        };
  }

  private static boolean any(CapabilitySet usable, Capability one, Capability other) {
    return usable.contains(one) || usable.contains(other);
  }
}
