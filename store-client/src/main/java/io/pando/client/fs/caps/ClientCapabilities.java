package io.pando.client.fs.caps;

import io.pando.check.Invariant;
import io.pando.check.Sampling;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.call.Caches;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.message.FileMessage;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The capabilities that a client has in a session. One is given up in three steps: it is not used
 * any more ({@link ClientCapabilityEffect.Changed}); writes under it are flushed, and caches that
 * depend on it are dropped; the server is told. A revocation that arrives in between begins the
 * steps again for all that is lost.
 *
 * <p>Grants and revocations of an inode are numbered. An update names the newest number that the
 * client knew. The server takes all grants up to it as known, so a grant with such a number that
 * arrives later, in an answer that was held back, does not count.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>nothing is usable that the server believes to have back;
 *   <li>capabilities that an update gives up were flushed and dropped before;
 *   <li>while capabilities of an inode are on their way back, no update of it is sent, so that no
 *       update names a revocation that is not complete.
 * </ul>
 */
public final class ClientCapabilities {
  private static final int SAMPLED_STEPS = 32;

  /** Given up as soon as no open file needs them. */
  private static final CapabilitySet CHANGES =
      CapabilitySet.of(Capability.WRITE, Capability.BUFFER, Capability.LAZY);

  private final CapabilityConfig config;
  private final SessionView view;
  private final Consumer<ClientCapabilityEffect> out;
  private final Sampling sampling = new Sampling(SAMPLED_STEPS);

  /** By inode, the one that was used longest ago first. */
  private final Map<Ino, HeldInode> inodes = new LinkedHashMap<>(16, 0.75f, true);

  private final Map<Long, Ino> awaited = new LinkedHashMap<>();
  private final Retired retired = new Retired();
  private final Unproven unproven = new Unproven();
  private final Claims claims;
  private long lastToken;
  private long limit;
  private long nextBatchNanos = Long.MAX_VALUE;

  /**
   * No capabilities.
   *
   * @param out takes effects; must not call this
   */
  public ClientCapabilities(
      CapabilityConfig config, SessionView view, Consumer<ClientCapabilityEffect> out) {
    this.config = config;
    this.view = view;
    this.claims = new Claims(view, unproven);
    this.out = out;
    this.limit = config.mostInodes();
  }

  /** What may be used of an inode. */
  public CapabilitySet usable(Ino ino) {
    HeldInode inode = inodes.get(ino);
    return inode == null ? CapabilitySet.NONE : inode.usable();
  }

  /** Data of a file may be written up to this offset. */
  public long writableTo(Ino ino) {
    HeldInode inode = inodes.get(ino);
    return inode == null ? 0 : inode.writableTo;
  }

  /** Number of inodes of which the client has capabilities or needs some. */
  public int size() {
    return inodes.size();
  }

  private HeldInode entry(Ino ino) {
    HeldInode known = inodes.get(ino);
    if (known == null) {
      known = new HeldInode(ino);
      known.told = retired.told(ino);
      known.newest = known.told;
      inodes.put(ino, known);
    }
    return known;
  }

  // From the server

  /**
   * The server grants capabilities.
   *
   * @param inAnswer whether the grant came with an answer, which may be older than messages before
   * @return whether there are capabilities that the client did not have
   */
  public boolean onGrant(long nowNanos, CapabilityGrant grant, boolean inAnswer) {
    HeldInode inode = entry(grant.ino());
    if (inAnswer && grant.sequence() <= inode.told) {
      Probe.reached("files: a grant is older than what the server was told");
      dropIfEmpty(inode);
      return false;
    }
    unproven.onGrant(grant.ino(), grant.capabilities(), view.newestRenewal());
    boolean more = !inode.held.containsAll(grant.capabilities());
    CapabilitySet before = inode.usable();
    long writableBefore = inode.writableTo;
    inode.held = inode.held.union(grant.capabilities());
    if (grant.sequence() > inode.newest && grant.writableTo() > 0) {
      inode.writableTo = grant.writableTo();
    }
    inode.newest = Math.max(inode.newest, grant.sequence());
    if (!before.equals(inode.usable()) || writableBefore != inode.writableTo) {
      out.accept(
          new ClientCapabilityEffect.Changed(
              grant.ino(), before, inode.usable(), inode.writableTo));
    }
    dropIfEmpty(inode);
    armIfTooMany(nowNanos);
    check();
    return more;
  }

  /** The server revokes capabilities. */
  public void onRevoke(FileMessage.Revoke message) {
    HeldInode inode = entry(message.ino());
    inode.newest = Math.max(inode.newest, message.sequence());
    inode.told = Math.max(inode.told, message.sequence());
    inode.tellLater = true;
    giveUp(inode, inode.held.minus(message.keep()), true);
    check();
  }

  /** The server asks for the size and the times of a file. */
  public void onAskState(FileMessage.AskState message) {
    HeldInode inode = entry(message.ino());
    inode.newest = Math.max(inode.newest, message.sequence());
    tell(inode);
    check();
  }

  /** The server asks the client to have capabilities of at most a number of inodes. */
  public void onRecall(long nowNanos, long most) {
    limit = Math.clamp(most, 0, config.mostInodes());
    armIfTooMany(nowNanos);
  }

  // Files that the client makes ahead of the server

  /** The client makes a file, of which no other client can know. */
  public void onMade(Ino ino, CapabilitySet some, long writableTo) {
    HeldInode inode = entry(ino);
    inode.ahead = true;
    inode.held = some;
    inode.writableTo = writableTo;
    out.accept(
        new ClientCapabilityEffect.Changed(ino, CapabilitySet.NONE, inode.usable(), writableTo));
  }

  /**
   * The server has answered.
   *
   * @param exists whether it has made the file, and granted the capabilities in use
   * @param needed what each open file needs
   */
  public void onMadeKnown(Ino ino, boolean exists, List<CapabilitySet> needed) {
    HeldInode inode = inodes.get(ino);
    boolean wasAhead = inode != null && inode.ahead;
    if (inode != null && wasAhead) {
      inode.ahead = false;
    }
    needed.forEach(each -> open(ino, each));
    if (inode == null || !wasAhead) {
      return;
    }
    CapabilitySet lost = exists ? CHANGES.minus(inode.wanted()) : inode.held;
    if (!inode.held.intersection(lost).isEmpty()) {
      inode.tellLater = true;
      giveUp(inode, inode.held.intersection(lost), false);
    } else if (inode.tellLater && inode.release == null) {
      inode.tellLater = false;
      tell(inode);
    }
    check();
  }

  // From the client

  /** An open file needs capabilities. */
  public void open(Ino ino, CapabilitySet needed) {
    HeldInode inode = entry(ino);
    CapabilitySet before = inode.wanted();
    inode.need(needed);
    if (!before.equals(inode.wanted())) {
      tell(inode);
    }
    check();
  }

  /** An open file is closed; what it needed, as it was opened. */
  public void close(Ino ino, CapabilitySet needed) {
    HeldInode inode =
        Invariant.present(inodes.get(ino), () -> "inode " + ino + " is closed and was not open");
    inode.needNoMore(needed);
    CapabilitySet wanted = inode.wanted();
    CapabilitySet unneeded = CHANGES.minus(wanted);
    if (!inode.held.intersection(unneeded).isEmpty()) {
      inode.tellLater = true;
      giveUp(inode, inode.held.intersection(unneeded), false);
    } else if (!needed.intersection(CapabilitySet.ALL.minus(wanted)).isEmpty()) {
      tell(inode);
    }
    check();
  }

  /**
   * Tells the server the size that a file has now, so that it allows writing further behind it.
   * Needs {@link Capability#WRITE}.
   */
  public void tellState(Ino ino) {
    HeldInode inode = inodes.get(ino);
    if (inode != null) {
      tell(inode);
    }
  }

  /**
   * Tells the server what this client knows of a file.
   *
   * @param then run once that is sent, or is to be repeated over the next connection; not at all if
   *     the session ends before
   */
  public void tellState(Ino ino, Runnable then) {
    HeldInode inode = inodes.get(ino);
    if (inode == null) {
      then.run();
    } else {
      inode.whenTold(then);
      tell(inode);
    }
  }

  /** The size of a file is set by a request: states of it that were told before are older. */
  public void onResize(Ino ino, long size) {
    unproven.cut(ino, size);
  }

  /** A flush is complete, or caches are dropped. Tokens of earlier sessions are ignored. */
  public void onConfirmed(long token) {
    Ino ino = awaited.remove(token);
    HeldInode inode = ino == null ? null : inodes.get(ino);
    HeldInode.Release release = inode == null ? null : inode.release;
    if (inode == null || release == null || release.token != token) {
      return;
    }
    if (release.flushing && invalidate(inode, release)) {
      return;
    }
    complete(inode, release);
    check();
  }

  /** Gives up what is too much: called when {@link #wakeNanos} has come. */
  public void onTime(long nowNanos) {
    retired.purge(view.answeredUpTo());
    if (nextBatchNanos > nowNanos) {
      return;
    }
    List<HeldInode> chosen = new ArrayList<>();
    long excess = inodes.size() - limit;
    for (HeldInode inode : inodes.values()) {
      if (chosen.size() >= Math.min(excess, config.batch())) {
        break;
      }
      if (inode.release != null) {
        excess -= inode.release.losing.containsAll(inode.held) ? 1 : 0;
      } else if (!inode.isNeeded() && !inode.ahead) {
        chosen.add(inode);
      }
    }
    for (HeldInode inode : chosen) {
      inode.tellLater = true;
      giveUp(inode, inode.held, true);
    }
    boolean more = chosen.size() == config.batch() && excess > chosen.size();
    nextBatchNanos = more ? nowNanos + config.paceNanos() : Long.MAX_VALUE;
    if (!more) {
      limit = config.mostInodes();
    }
    check();
  }

  /** When {@link #onTime} is due; the largest number if nothing is. */
  public long wakeNanos() {
    return nextBatchNanos;
  }

  private void armIfTooMany(long nowNanos) {
    if (inodes.size() > limit && nextBatchNanos == Long.MAX_VALUE) {
      nextBatchNanos = nowNanos + config.paceNanos();
    }
  }

  // How capabilities are given up

  private void giveUp(HeldInode inode, CapabilitySet losing, boolean urgent) {
    CapabilitySet before = inode.usable();
    HeldInode.Release release = inode.release;
    if (release == null) {
      release = new HeldInode.Release(losing);
    } else {
      awaited.remove(release.token);
      release.losing = release.losing.union(losing);
    }
    inode.release = release;
    if (!before.equals(inode.usable())) {
      out.accept(
          new ClientCapabilityEffect.Changed(inode.ino, before, inode.usable(), inode.writableTo));
    }
    CapabilitySet lost = inode.held.intersection(release.losing);
    if (Caches.mayBeDirty(lost)) {
      release.flushing = true;
      release.token = await(inode);
      out.accept(new ClientCapabilityEffect.Flush(release.token, inode.ino, urgent));
    } else if (!invalidate(inode, release)) {
      complete(inode, release);
    }
  }

  private boolean invalidate(HeldInode inode, HeldInode.Release release) {
    Caches caches = Caches.lost(inode.held, release.losing);
    if (caches.isEmpty()) {
      return false;
    }
    release.flushing = false;
    release.token = await(inode);
    out.accept(new ClientCapabilityEffect.Invalidate(release.token, inode.ino, caches));
    return true;
  }

  private long await(HeldInode inode) {
    lastToken++;
    awaited.put(lastToken, inode.ino);
    return lastToken;
  }

  private void complete(HeldInode inode, HeldInode.Release release) {
    CapabilitySet returned = inode.held.intersection(release.losing);
    inode.held = inode.held.minus(release.losing);
    inode.release = null;
    if (!inode.held.contains(Capability.WRITE)) {
      inode.writableTo = 0;
    }
    if (inode.tellLater) {
      inode.tellLater = false;
      tell(inode, returned);
    }
  }

  private void tell(HeldInode inode) {
    tell(inode, CapabilitySet.NONE);
  }

  private void tell(HeldInode inode, CapabilitySet returned) {
    if (inode.release != null || inode.ahead) {
      inode.tellLater = true;
      return;
    }
    tell(inode, view.stateOf(inode.ino), returned);
    dropIfEmpty(inode);
  }

  private void tell(HeldInode inode, @Nullable FileState state, CapabilitySet returned) {
    inode.told = inode.newest;
    unproven.add(inode.ino, new Unproven.Update(inode.told, view.newestRenewal(), state, returned));
    if (view.isConnected()) {
      out.accept(
          new ClientCapabilityEffect.Tell(
              new FileMessage.UpdateCapabilities(
                  inode.ino, inode.held, inode.wanted(), inode.newest, state)));
    }
    inode.takeWhenTold().forEach(Runnable::run);
  }

  private void dropIfEmpty(HeldInode inode) {
    if (inode.held.isEmpty() && !inode.isNeeded() && inode.release == null) {
      inodes.remove(inode.ino);
      retired.add(inode.ino, inode.told, view.lastRequest());
    }
  }

  // Connections

  /**
   * What the client has, for {@link FileMessage.Reconnect}; what is being given up is included.
   *
   * @param sameServer whether the server is the one that granted it; another one numbers its grants
   *     from the beginning
   */
  public List<HeldCapability> held(boolean sameServer) {
    if (!sameServer) {
      retired.clear();
    }
    for (HeldInode inode : inodes.values()) {
      inode.newest = sameServer ? inode.newest : 0;
      inode.told = inode.newest;
    }
    List<HeldInode> all = List.copyOf(inodes.values());
    return sameServer ? claims.toTheSameServer(all) : claims.toSuccessor(all);
  }

  /**
   * The session continues with the same server: tells it again what may be lost, before it hears
   * that all that the client has is told. Then it forgets what else it had given.
   */
  public void repeat() {
    unproven.take().forEach(this::repeat);
  }

  private void repeat(Ino ino, Unproven.Update lost) {
    HeldInode inode = inodes.get(ino);
    if (inode == null) {
      inode = new HeldInode(ino);
      inode.newest = lost.told();
    }
    FileState state = view.stateOf(ino);
    inode.tellLater |= inode.release != null;
    if (inode.release == null || lost.state() != null) {
      tell(inode, state == null ? lost.state() : state, lost.returned());
    }
  }

  /** A renewal of the lease was answered; the arguments are those of the answer. */
  public void onRenewed(long sequence, long journaled) {
    unproven.onRenewed(sequence, journaled);
  }

  /**
   * The session is over, and with it all capabilities. What open files need stays.
   *
   * <p>Nothing of it is flushed: the server has given it to others.
   */
  public void onSessionOver() {
    awaited.clear();
    retired.clear();
    unproven.clear();
    limit = config.mostInodes();
    for (HeldInode inode : List.copyOf(inodes.values())) {
      CapabilitySet before = inode.usable();
      inode.held = CapabilitySet.NONE;
      inode.release = null;
      inode.tellLater = false;
      List<Runnable> _ = inode.takeWhenTold();
      inode.ahead = false;
      inode.newest = 0;
      inode.told = 0;
      inode.writableTo = 0;
      if (!before.isEmpty()) {
        out.accept(new ClientCapabilityEffect.Changed(inode.ino, before, CapabilitySet.NONE, 0));
      }
      if (!inode.isNeeded()) {
        inodes.remove(inode.ino);
      }
    }
    check();
  }

  /** A new session is open: tells the server what open files need. */
  public void onNewSession() {
    for (HeldInode inode : List.copyOf(inodes.values())) {
      if (inode.isNeeded()) {
        tell(inode);
      }
    }
  }

  private void check() {
    if (sampling.isDue()) {
      for (HeldInode inode : inodes.values()) {
        HeldInode.@Nullable Release release = inode.release;
        Invariant.check(
            release == null || inode.ino.equals(awaited.get(release.token)),
            () -> "nothing is awaited for the release of inode " + inode.ino);
        Invariant.check(
            !inode.held.isEmpty() || inode.isNeeded() || release != null,
            () -> "nothing is left of inode " + inode.ino);
      }
    }
  }
}
