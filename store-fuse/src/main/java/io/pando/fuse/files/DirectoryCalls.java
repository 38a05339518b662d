package io.pando.fuse.files;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fuse.files.OpenListing.Ahead;
import io.pando.fuse.files.kernel.GivenNames;
import io.pando.fuse.files.kernel.KernelCaches;
import io.pando.fuse.files.kernel.KernelNode;
import io.pando.fuse.files.kernel.KernelNodes;
import io.pando.fuse.files.kernel.KernelView;
import io.pando.fuse.files.kernel.NodeNumbers;
import io.pando.fuse.protocol.DirectoryEntry;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.NodeAttributes.Kind;
import io.pando.fuse.protocol.codec.DirectoryPage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests about open directories. Permission is checked when a directory is opened.
 *
 * <p>A position is {@code (hash + 1) << 6} of the entry before it, so it stays true while entries
 * come and go, and while the directory is split. In the lower 6 bits is how many entries with this
 * hash are before it, if others follow: names with equal hashes are listed again from the first,
 * and as many are left out. 1 and 2 are the positions behind "." and "..".
 */
final class DirectoryCalls {
  private static final long BEHIND_SELF = 1;
  private static final long BEHIND_PARENT = 2;
  private static final int EQUAL_BITS = 6;
  private static final int MOST_EQUAL = (1 << EQUAL_BITS) - 1;

  /** Entries that are read at the beginning of a listing. */
  private static final int READ_AHEAD = 1024;

  /** Bytes of a page that an entry takes at least. */
  private static final int ENTRY_BYTES = 32;

  private static final int ENTRY_BYTES_WITH_LOOKUP = 160;

  private final NameHash hash;
  private final NodeNumbers numbers;
  private final KernelNodes nodes;
  private final KernelCaches caches;
  private final KernelView view;
  private final ConcurrentMap<Long, OpenListing> open = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();

  DirectoryCalls(
      NameHash hash, NodeNumbers numbers, KernelNodes nodes, KernelCaches caches, KernelView view) {
    this.hash = hash;
    this.numbers = numbers;
    this.nodes = nodes;
    this.caches = caches;
    this.view = view;
  }

  void open(Exchange exchange, long node) {
    exchange.call(
        new FileCall.Access(numbers.ino(node), AccessCheck.READ),
        _ -> {
          OpenListing listing = new OpenListing(last.incrementAndGet());
          open.put(listing.number(), listing);
          if (!exchange.answer(FuseAnswer.Opened.of(listing.number()))) {
            open.remove(listing.number());
          }
        });
  }

  void close(Exchange exchange, long handle) {
    open.remove(handle);
    exchange.done();
  }

  int count() {
    return open.size();
  }

  // Listings

  /** A page that is filled for a request. */
  private record Filling(
      FileRequest.ReadDirectory request,
      OpenListing listing,
      DirectoryPage page,
      List<FuseAnswer.Entry> lookups) {}

  void read(Exchange exchange, FileRequest.ReadDirectory request) {
    OpenListing listing = open.get(request.handle());
    if (listing == null) {
      exchange.fail(Errno.EBADF);
      return;
    }
    Filling filling = new Filling(request, listing, new DirectoryPage(request), new ArrayList<>());
    if (!addDots(filling)) {
      answer(exchange, filling);
      return;
    }
    long from = Math.max(BEHIND_PARENT, request.position());
    long changes = caches.changes();
    Ahead ahead = listing.ahead(from, changes);
    if (ahead.entries().isEmpty() && !ahead.more()) {
      answer(exchange, filling);
      return;
    }
    if (ahead.entries().isEmpty()) {
      boolean atBegin = from == BEHIND_PARENT;
      fetch(exchange, filling, from, atBegin ? READ_AHEAD : 0);
      return;
    }
    // Entries that were read ahead may be given on the client's thread only, where no loss can be
    // overtaken.
    exchange.callAllowed(
        new FileCall.Request(new FsRequest.GetInode(numbers.ino(request.node()))),
        _ -> {
          if (caches.changes() == changes) {
            fill(filling, from, ahead);
            answer(exchange, filling);
          } else {
            fetch(exchange, filling, from, 0);
          }
        });
  }

  private void fetch(Exchange exchange, Filling filling, long from, int least) {
    FileRequest.ReadDirectory request = filling.request;
    int bytes = filling.page.withLookup() ? ENTRY_BYTES_WITH_LOOKUP : ENTRY_BYTES;
    int most = Math.max(least, request.sizeBytes() / bytes + MOST_EQUAL);
    long fromHash = from == BEHIND_PARENT ? -1 : (from >>> EQUAL_BITS) - 1;
    int equal = (int) (from & MOST_EQUAL);
    EntryName name = filling.listing.lastAt(from);
    boolean again = from != BEHIND_PARENT && equal > 0 && name == null;
    FsRequest list =
        new FsRequest.ListDirectory(
            numbers.ino(request.node()),
            again ? fromHash - 1 : fromHash,
            from == BEHIND_PARENT ? null : name,
            Math.min(most, FsRequest.ListDirectory.MOST_ENTRIES));
    exchange.callAllowed(
        new FileCall.Request(list),
        outcome -> {
          if (!(outcome instanceof FileOutcome.Answered(FsAnswer.Listing found))) {
            throw Exchange.unexpected(outcome);
          }
          List<FsAnswer.Entry> entries =
              again ? behind(found.entries(), fromHash, equal) : found.entries();
          fill(filling, from, new Ahead(entries, found.more()));
          answer(exchange, filling);
        });
  }

  /** The entries without as many of a hash as were listed before. */
  private List<FsAnswer.Entry> behind(List<FsAnswer.Entry> entries, long ofHash, int count) {
    int at = 0;
    while (at < count && at < entries.size() && hash(entries.get(at)) == ofHash) {
      at++;
    }
    return entries.subList(at, entries.size());
  }

  private long hash(FsAnswer.Entry entry) {
    return entry.name().hash(hash);
  }

  /** Returns whether there is room left. */
  private boolean addDots(Filling filling) {
    long from = filling.request.position();
    Ino ino = numbers.ino(filling.request.node());
    return (from >= BEHIND_SELF || filling.page.add(dots(BEHIND_SELF, ino, ".")))
        && (from >= BEHIND_PARENT || filling.page.add(dots(BEHIND_PARENT, parent(ino), "..")));
  }

  private Ino parent(Ino ino) {
    KernelNode node = ino.equals(numbers.root()) ? null : nodes.get(numbers.node(ino));
    Ino parent = node == null ? null : node.parent();
    return parent == null ? ino : parent;
  }

  private static DirectoryEntry dots(long position, Ino ino, String name) {
    return new DirectoryEntry(position, ino.value(), Kind.DIRECTORY, FuseName.of(name));
  }

  /** Fills the page with entries behind a position, and remembers how far it is. */
  private void fill(Filling filling, long from, Ahead ahead) {
    List<FsAnswer.Entry> entries = usable(ahead);
    GivenNames names = view.names(filling.request.node());
    long position = from;
    long ofEntry = entries.isEmpty() ? 0 : hash(entries.getFirst());
    int at = 0;
    for (; at < entries.size(); at++) {
      boolean isLast = at + 1 == entries.size();
      long ofNext = isLast ? 0 : hash(entries.get(at + 1));
      long behind = position(position, ofEntry, !isLast && ofNext == ofEntry);
      if (!add(filling, names, behind, entries.get(at))) {
        break;
      }
      position = behind;
      ofEntry = ofNext;
    }
    if (at > 0) {
      List<FsAnswer.Entry> left = List.copyOf(entries.subList(at, entries.size()));
      filling.listing.given(
          position, entries.get(at - 1).name(), new Ahead(left, ahead.more()), caches.changes());
    }
  }

  /**
   * The entries without the last one if others follow: whether the next one has the same hash
   * decides on its position.
   */
  private static List<FsAnswer.Entry> usable(Ahead ahead) {
    List<FsAnswer.Entry> all = ahead.entries();
    return ahead.more() && all.size() > 1 ? all.subList(0, all.size() - 1) : all;
  }

  private static long position(long before, long ofHash, boolean isNextEqual) {
    long base = (ofHash + 1) << EQUAL_BITS;
    if (!isNextEqual) {
      return base;
    }
    long equal = before >>> EQUAL_BITS == ofHash + 1 ? before & MOST_EQUAL : 0;
    return base + Math.min(MOST_EQUAL, equal + 1);
  }

  private boolean add(Filling filling, GivenNames names, long position, FsAnswer.Entry entry) {
    FuseName name = FuseName.of(entry.name().bytes());
    Inode inode = entry.inode();
    DirectoryEntry listed =
        new DirectoryEntry(position, inode.ino().value(), inode.type().bits(), name);
    // The kernel looks up what it is told with attributes, which it need not for what it has.
    if (!filling.page.withLookup() || names.isKept(name, inode)) {
      return filling.page.add(listed);
    }
    FuseAnswer.Entry found = names.entry(name, inode);
    if (!filling.page.add(listed, found)) {
      view.notTaken(found);
      return false;
    }
    filling.lookups.add(found);
    return true;
  }

  private void answer(Exchange exchange, Filling filling) {
    if (!exchange.answer(filling.page.answer())) {
      filling.lookups.forEach(view::notTaken);
    }
  }
}
