package io.pando.mds.serve;

import io.pando.fs.CapabilitySet;
import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsAnswer;
import io.pando.mds.caps.Footprint;
import io.pando.mds.format.DirectoryFormat;
import io.pando.mds.names.Execution;
import io.pando.mds.purge.PurgeLimits;
import io.pando.mds.purge.PurgeQueue;
import io.pando.mds.purge.PurgeState;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Removes inodes without a name that no session uses, with their objects.
 *
 * <pre>
 *  listed ─ not open ─▶ reserved ─ sessions gave up what they had ─▶ begun ─ the removal of the
 *  name is durable ─▶ objects are removed ─▶ the entry of the stray directory is removed
 * </pre>
 *
 * <p>An inode that is opened before its removal has begun is left alone until it is closed. From
 * then on no session gets at it ({@link #isBegun}). Only sessions that use it already may open it
 * ({@link #refuses}). The entry is removed after the objects, so what a failed server leaves behind
 * is removed by its successor.
 */
final class StrayPurge {
  /** What else changes objects of files. */
  record Users(CutFiles cutFiles, FileSizes sizes, BackPointers pointers) {}

  /** An inode that is being removed. */
  private static final class Removal {
    private final Ino ino;
    private final long ticket;
    private boolean begun;
    private long record;

    Removal(Ino ino, long ticket) {
      this.ino = ino;
      this.ticket = ticket;
    }
  }

  private final ServerParts parts;
  private final Users users;
  private final PurgeLimits limits;
  private final PurgeQueue queue;
  private final LongSupplier tickets;
  private final SortedMap<Ino, Removal> removals = new TreeMap<>();
  private final SortedMap<Long, Removal> byTicket = new TreeMap<>();
  private final Deque<Removal> unstable = new ArrayDeque<>();
  private boolean reading;
  private long removed;
  private @Nullable String problem;

  /**
   * Nothing is removed yet.
   *
   * @param tickets numbers of requests of the server itself
   */
  StrayPurge(ServerParts parts, Users users, PurgeLimits limits, LongSupplier tickets) {
    this.parts = parts;
    this.users = users;
    this.limits = limits;
    this.queue = new PurgeQueue(limits);
    this.tickets = tickets;
  }

  /** No session has an inode open any more. */
  void onClosed(Ino ino) {
    Inode inode = parts.tree().stored(ino);
    if (inode == null || inode.links() == 0) {
      onCandidate(ino);
    }
  }

  /** An inode lost its last name, or the last session that had it open has closed it. */
  void onCandidate(Ino ino) {
    queue.add(ino);
  }

  /** Whether the objects of an inode are being removed: for sessions it does not exist. */
  boolean isBegun(Ino ino) {
    Removal removal = removals.get(ino);
    return removal != null && removal.begun;
  }

  /**
   * Whether a request is about an inode that does not exist for its session. One without a name
   * exists for sessions that use it only: a former holder of the rank may have begun to remove it
   * if there are none. Changes that such a holder answered are done once more all the same.
   */
  boolean refuses(OpenRequest it, Collection<Ino> inodes) {
    boolean isNew = it.request().answered() == 0;
    return inodes.stream().anyMatch(ino -> isBegun(ino) || (isNew && isLost(it.session(), ino)));
  }

  private boolean isLost(long session, Ino ino) {
    Inode inode = parts.tree().stored(ino);
    return inode != null && inode.links() == 0 && !parts.capabilities().isUsedBy(session, ino);
  }

  /** Whether an inode is being removed. */
  boolean isUnderWay(Ino ino) {
    return removals.containsKey(ino);
  }

  /** Begins to remove what is listed, as far as there is room. */
  void advance(Moment now) {
    Ino next = null;
    while (hasRoom() && (next = queue.next()) != null) {
      if (!removals.containsKey(next) && !parts.capabilities().isOpen(next)) {
        Removal removal = new Removal(next, tickets.getAsLong());
        removals.put(next, removal);
        byTicket.put(removal.ticket, removal);
        reserve(now, removal);
      }
    }
    if (hasRoom() && !reading && queue.needsPage()) {
      readPage();
    }
  }

  private boolean hasRoom() {
    return removals.size() < limits.files() && parts.store().admits();
  }

  // Pages of the stray directory

  private void readPage() {
    reading = true;
    FragmentId strays = new FragmentId(parts.names().strayDirectory(), DirFragment.WHOLE);
    EntryKey after = queue.after();
    queue.onReading();
    List<EntryKey> ends = new ArrayList<>();
    parts
        .reads()
        .readPage(
            strays,
            after,
            limits.listed(),
            last -> {
              if (last != null) {
                ends.add(last);
              }
            },
            why -> {
              reading = false;
              if (why == null) {
                onPage(strays, after, ends.isEmpty() ? null : ends.getFirst());
              } else {
                problem = why;
              }
            });
  }

  private void onPage(FragmentId strays, @Nullable EntryKey after, @Nullable EntryKey end) {
    SortedMap<EntryKey, DirEntry> rows = parts.tree().inMemory(strays, after, limits.listed());
    EntryKey last = rows.size() == limits.listed() ? rows.lastKey() : end;
    if (end != null && last != null && end.compareTo(last) < 0) {
      last = end;
    }
    List<Ino> inos = new ArrayList<>();
    for (var each : rows.entrySet()) {
      if (last == null || each.getKey().compareTo(last) <= 0) {
        inos.add(each.getValue().ino());
      }
    }
    queue.onPage(inos, last);
  }

  // Capabilities

  private void reserve(Moment now, Removal removal) {
    SortedMap<Ino, CapabilitySet> all = new TreeMap<>();
    all.put(removal.ino, CapabilitySet.ALL);
    Footprint needs = new Footprint(removal.ticket, 0, all, new TreeSet<>());
    if (parts.capabilities().reserve(now.nanos(), needs)) {
      begin(now, removal);
    }
  }

  /** Sessions gave up what they had; false if the ticket is not one of these. */
  boolean onReady(Moment now, long ticket) {
    Removal removal = byTicket.get(ticket);
    if (removal != null) {
      reserve(now, removal);
    }
    return removal != null;
  }

  private void begin(Moment now, Removal removal) {
    if (parts.capabilities().isOpen(removal.ino)) {
      end(now, removal);
      return;
    }
    removal.begun = true;
    removal.record = parts.store().ordered();
    if (parts.store().durable() >= removal.record) {
      look(removal);
    } else {
      unstable.add(removal);
    }
  }

  /** Records up to this one are durable. */
  void onDurable(long record) {
    while (!unstable.isEmpty() && unstable.getFirst().record <= record) {
      look(unstable.removeFirst());
    }
  }

  // Objects

  private void look(Removal removal) {
    parts
        .jobs()
        .add(
            new ServerJobs.Job.Change(
                _ -> parts.names().stray(removal.ino),
                (now, plan) -> {
                  if (plan.answer() instanceof FsAnswer.Found it) {
                    users
                        .pointers()
                        .whenIdle(removal.ino, () -> removeObjects(removal, it.inode()));
                  } else {
                    end(now, removal);
                  }
                }));
  }

  private void removeObjects(Removal removal, Inode inode) {
    switch (inode.content()) {
      case InodeContent.File it -> {
        if (users.cutFiles().isUnderWay(inode.ino())) {
          // It was truncated before it lost its name.
          users.cutFiles().cut(inode.ino(), (_, _) -> look(removal));
        } else if (users.sizes().isUnderWay(inode.ino())) {
          users.sizes().recover(List.of(inode.ino()), (_, _) -> look(removal));
        } else {
          parts
              .cuts()
              .cut(inode.ino(), it.layout(), -1, it.extent(), why -> onRemoved(removal, why));
        }
      }
      case InodeContent.Directory it -> {
        List<FragmentId> fragments =
            it.fragments().inOrder().stream()
                .map(each -> new FragmentId(inode.ino(), each))
                .toList();
        removeFragments(removal, fragments, 0);
      }
      case InodeContent.Symlink _, InodeContent.Special _ -> onRemoved(removal, null);
    }
  }

  /** Removes the objects of a directory, one after the other. */
  private void removeFragments(Removal removal, List<FragmentId> fragments, int next) {
    if (next == fragments.size()) {
      onRemoved(removal, null);
      return;
    }
    FragmentId fragment = fragments.get(next);
    String object = DirectoryFormat.objectName(fragment);
    parts
        .store()
        .retire(
            fragment,
            () ->
                parts
                    .calls()
                    .call(
                        null,
                        object,
                        List.of(new ObjectOp.Remove()),
                        outcome -> {
                          if (outcome instanceof OpOutcome.Failed it
                              && !FileCuts.isGone(it.error())) {
                            fragments.subList(0, next + 1).forEach(parts.store()::reinstate);
                            onRemoved(removal, object + ": " + it.detail());
                          } else {
                            removeFragments(removal, fragments, next + 1);
                          }
                        }));
  }

  private void onRemoved(Removal removal, @Nullable String why) {
    problem = why;
    if (why != null) {
      parts
          .jobs()
          .add(
              new ServerJobs.Job.Step(now -> {
                queue.defer(removal.ino, now.nanos());
                end(now, removal);
              }));
      return;
    }
    parts
        .jobs()
        .add(
            new ServerJobs.Job.Change(
                _ -> parts.names().purge(removal.ino),
                (now, plan) -> {
                  order(plan);
                  end(now, removal);
                }));
  }

  private void order(Execution.Plan plan) {
    if (!plan.update().isEmpty()) {
      removed++;
      long _ = parts.order().applyAsLong(plan, 0L);
    }
  }

  private void end(Moment now, Removal removal) {
    removals.remove(removal.ino);
    byTicket.remove(removal.ticket);
    parts.capabilities().release(now.nanos(), removal.ticket);
  }

  /** Time has passed: what failed is tried again after a while. */
  void onTime(Moment now) {
    queue.onTime(now.nanos());
  }

  PurgeState state() {
    return new PurgeState(parts.names().strayCount(), removals.size(), removed, problem);
  }
}
