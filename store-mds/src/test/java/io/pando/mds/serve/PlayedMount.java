package io.pando.mds.serve;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.DataObjects;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.mds.store.PlayedObjects;
import io.pando.message.FileMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A client that keeps to the rules, and remembers what it was told. */
final class PlayedMount {
  /** A request that is not answered, or not durable. */
  static final class Kept {
    final FileMessage.FileRequest request;
    @Nullable FsAnswer answer;
    long record;

    Kept(FileMessage.FileRequest request) {
      this.request = request;
    }
  }

  /** What it has of an inode. */
  static final class Held {
    CapabilitySet has = CapabilitySet.NONE;
    CapabilitySet wanted = CapabilitySet.NONE;
    long sequence;
    long writableTo;
    long wrote;
    boolean untold;
    @Nullable Inode seen;
  }

  private final long session;
  private final Deque<FileMessage> arriving = new ArrayDeque<>();
  private final Deque<FileMessage> sent = new ArrayDeque<>();
  private final SortedMap<Long, Kept> kept = new TreeMap<>();
  private final SortedMap<Ino, Held> held = new TreeMap<>();
  private final SortedSet<Ino> numbers = new TreeSet<>();
  private long last;
  private int answers;
  private int stale;
  private long durable;
  private boolean connected;

  PlayedMount(long session) {
    this.session = session;
  }

  long session() {
    return session;
  }

  SortedSet<Ino> numbers() {
    return numbers;
  }

  SortedMap<Ino, Held> held() {
    return held;
  }

  SortedMap<Long, Kept> kept() {
    return kept;
  }

  /** Number of answers that it got. */
  int answers() {
    return answers;
  }

  /** Number of answers that an inode does not exist. */
  int stale() {
    return stale;
  }

  long unanswered() {
    return kept.values().stream().filter(it -> it.answer == null).count();
  }

  // Requests

  void ask(FsRequest request) {
    last++;
    Kept asked =
        new Kept(
            new FileMessage.FileRequest(last, oldest(), 0, Caller.ROOT, request, Timestamp.EPOCH));
    kept.put(last, asked);
    if (connected) {
      sent.add(asked.request);
    }
  }

  private long oldest() {
    return kept.isEmpty() ? last : kept.firstKey();
  }

  /** Closes an inode, and gives up everything that it has of it. */
  void drop(Ino ino) {
    Held it = held.get(ino);
    if (it != null && !(it.has.isEmpty() && it.wanted.isEmpty())) {
      it.wanted = CapabilitySet.NONE;
      keep(ino, it, CapabilitySet.NONE);
    }
  }

  /** Opens a file. */
  void open(Ino ino, CapabilitySet wanted) {
    Held it = held.computeIfAbsent(ino, _ -> new Held());
    it.wanted = wanted;
    keep(ino, it, it.has);
  }

  /** Files that it may write. */
  List<Ino> writable() {
    List<Ino> files = new ArrayList<>();
    held.forEach((ino, it) -> {
      if (it.has.contains(Capability.WRITE) && it.writableTo > 0) {
        files.add(ino);
      }
    });
    return files;
  }

  /** It wrote the objects of a file up to an offset. */
  void wrote(Ino ino, long end) {
    Held it = Objects.requireNonNull(held.get(ino));
    it.wrote = Math.max(it.wrote, end);
    it.untold = true;
  }

  private static boolean writes(CapabilitySet has) {
    return has.contains(Capability.WRITE) || has.contains(Capability.BUFFER);
  }

  private void keep(Ino ino, Held it, CapabilitySet keep) {
    FileState state = it.untold && writes(it.has) ? state(it) : null;
    it.has = keep;
    it.untold &= state == null;
    if (!it.has.contains(Capability.WRITE)) {
      it.writableTo = 0;
      it.untold = false;
      it.wrote = 0;
    }
    if (connected) {
      sent.add(new FileMessage.UpdateCapabilities(ino, it.has, it.wanted, it.sequence, state));
    }
  }

  private static FileState state(Held it) {
    return new FileState(it.wrote, 0, Timestamp.EPOCH, Timestamp.EPOCH);
  }

  // The wire

  void arrives(FileMessage message, PlayedObjects objects) {
    checkExists(message, objects);
    arriving.add(message);
  }

  @Nullable FileMessage next() {
    return sent.poll();
  }

  boolean isQuiet() {
    return arriving.isEmpty() && sent.isEmpty();
  }

  /** Handles the next message of the server. */
  void receive() {
    FileMessage message = arriving.poll();
    switch (message) {
      case null -> {}
      case FileMessage.FileAnswer it -> onAnswer(it);
      case FileMessage.Durable it -> {
        durable = it.record();
        kept.values().removeIf(each -> each.answer != null && each.record <= durable);
      }
      case FileMessage.Grant it -> onGrant(it.grant(), it.inode());
      case FileMessage.Revoke it -> {
        Held of = held.computeIfAbsent(it.ino(), _ -> new Held());
        of.sequence = it.sequence();
        keep(it.ino(), of, of.has.intersection(it.keep()));
      }
      case FileMessage.AskState it -> {
        Held of = held.computeIfAbsent(it.ino(), _ -> new Held());
        of.sequence = it.sequence();
        keep(it.ino(), of, of.has);
      }
      case FileMessage.Recall it -> recall(it.inodes());
      default -> throw new AssertionError(message.toString());
    }
  }

  private void onAnswer(FileMessage.FileAnswer it) {
    Kept of = kept.get(it.number());
    if (of == null) {
      return;
    }
    answers++;
    if (it.answer() instanceof FsAnswer.Failed failed && failed.error() == FsError.ESTALE) {
      stale++;
    }
    FsAnswer before = of.answer;
    if (before != null && !(before instanceof FsAnswer.Failed)) {
      // A change that was answered is repeated with the same result.
      if (it.answer() instanceof FsAnswer.Failed failed) {
        throw new AssertionError("repeated: " + of.request + " was done, now " + failed);
      }
    }
    checkCut(of.request.request(), it.answer());
    of.answer = it.answer();
    of.record = it.record();
    switch (it.answer()) {
      case FsAnswer.Found found -> see(found.inode());
      case FsAnswer.Listing listing -> listing.entries().forEach(each -> see(each.inode()));
      case FsAnswer.Done _, FsAnswer.Failed _ -> {}
    }
    for (CapabilityGrant grant : it.grants()) {
      onGrant(grant, null);
    }
    boolean changes =
        of.request.request() instanceof FsRequest.Change
            && !(it.answer() instanceof FsAnswer.Failed);
    if (!changes || it.record() <= durable) {
      kept.remove(it.number());
    }
  }

  private boolean isUsed(Ino ino) {
    Held of = held.get(ino);
    return of != null && !(of.has.isEmpty() && of.wanted.isEmpty());
  }

  /** A file without a name is not shown if a server that failed was removing its objects. */
  private void checkExists(FileMessage message, PlayedObjects objects) {
    if (message instanceof FileMessage.FileAnswer it
        && it.answer() instanceof FsAnswer.Found(Inode inode)) {
      Kept of = kept.get(it.number());
      boolean shown = of != null && of.request.request() instanceof FsRequest.GetInode;
      boolean gone = objects.wasRemovedBefore(DataObjects.name(inode.ino(), 0));
      if (shown && gone && inode.links() == 0 && !isUsed(inode.ino())) {
        throw new AssertionError("shown although its objects are removed: " + inode);
      }
    }
  }

  /** A client that truncated a file may write it, and then relies on the inode of the answer. */
  private static void checkCut(FsRequest request, FsAnswer answer) {
    boolean resized = request instanceof FsRequest.SetAttributes set && set.change().size() != null;
    if (resized
        && answer instanceof FsAnswer.Found found
        && found.inode().content() instanceof InodeContent.File file
        && file.uncut() != 0) {
      throw new AssertionError("truncated and not cut: " + found.inode());
    }
  }

  private void recall(long inodes) {
    for (Ino each : List.copyOf(held.keySet())) {
      Held it = Objects.requireNonNull(held.get(each));
      if (held.values().stream().filter(of -> !of.has.isEmpty()).count() > inodes
          && it.wanted.isEmpty()) {
        drop(each);
      }
    }
  }

  private void see(Inode inode) {
    held.computeIfAbsent(inode.ino(), _ -> new Held()).seen = inode;
  }

  private void onGrant(CapabilityGrant grant, @Nullable Inode inode) {
    Held of = held.computeIfAbsent(grant.ino(), _ -> new Held());
    of.has = of.has.union(grant.capabilities());
    of.sequence = grant.sequence();
    of.writableTo = of.has.contains(Capability.WRITE) ? grant.writableTo() : 0;
    if (inode != null) {
      of.seen = inode;
    }
  }

  // Another holder of the rank

  /** The server is gone: nothing that was on its way arrives. */
  void disconnected() {
    connected = false;
    durable = 0;
    arriving.clear();
    sent.clear();
  }

  List<HeldCapability> claims() {
    List<HeldCapability> claims = new ArrayList<>();
    held.forEach((ino, it) -> {
      if (!it.has.isEmpty() || !it.wanted.isEmpty()) {
        it.sequence = 0;
        FileState state = writes(it.has) ? state(it) : null;
        claims.add(new HeldCapability(ino, it.has, it.wanted, null, null, state));
      }
    });
    return claims;
  }

  /**
   * Sends its requests once more.
   *
   * @param reconnects whether it tells their end
   */
  void repeat(boolean reconnects) {
    connected = true;
    for (Kept each : kept.values()) {
      FileMessage.FileRequest it = each.request;
      sent.add(
          new FileMessage.FileRequest(
              it.number(), oldest(), each.record, it.caller(), it.request(), it.time()));
    }
    if (reconnects) {
      sent.add(new FileMessage.Reconnect(List.of(), false));
    }
  }
}
