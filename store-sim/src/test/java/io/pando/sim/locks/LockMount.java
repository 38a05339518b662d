package io.pando.sim.locks;

import io.pando.client.fs.locks.ClientLockEffect;
import io.pando.client.fs.locks.ClientLocks;
import io.pando.client.fs.locks.LockRequestLimits;
import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.message.FileMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client: its session, and its programs. */
final class LockMount {
  private final LockWorld world;
  private final Deque<ClientLockEffect> effects = new ArrayDeque<>();
  private final ClientLocks locks = new ClientLocks(new LockRequestLimits(100, 3), effects::add);
  private final List<LockProgram> programs = new ArrayList<>();
  private long session;
  private @Nullable LockLink link;

  /** Whether the session is open over the connection. */
  private boolean open;

  private boolean serving;

  /** Whether the session was open before. */
  private boolean known;

  private @Nullable LockServer last;

  LockMount(LockWorld world, int programs) {
    this.world = world;
    this.session = world.nextSession();
    for (int i = 1; i <= programs; i++) {
      this.programs.add(new LockProgram(world, this, i));
    }
  }

  List<LockProgram> programs() {
    return programs;
  }

  long session() {
    return session;
  }

  /** Whether the session is over, so that what its programs do to files has no effect. */
  boolean isFenced() {
    return world.isOver(session);
  }

  boolean isIdle() {
    return locks.isIdle() && locks.held().isEmpty();
  }

  @Nullable LockLink link() {
    return link;
  }

  // The session

  void connect() {
    LockServer server = world.server();
    if (server == null) {
      world.at(world.now() + world.delay(), this::connect);
      return;
    }
    LockLink next = new LockLink(world, this, server, session);
    link = next;
    open = false;
    serving = false;
    for (int i = world.random().oneIn(5) ? 2 : 1; i > 0; i--) {
      next.toServer(() -> server.onOpen(next));
    }
  }

  void onCut(LockLink of) {
    if (of == link) {
      link = null;
      open = false;
      serving = false;
      world.at(world.now() + world.delay(), this::connect);
    }
  }

  void onOpened(LockLink of, boolean fresh) {
    if (of != link) {
      return;
    }
    if (fresh && known) {
      lose();
    }
    boolean same = last == of.server;
    open = true;
    known = true;
    last = of.server;
    step(() -> {
      locks.onOpened(same, !fresh);
      drain();
      if (!fresh) {
        of.toServer(() -> of.server.onReconnected(of));
      }
    });
  }

  void onServing(LockLink of) {
    if (of == link) {
      serving = true;
      step(() -> {});
    }
  }

  void onClosed(LockLink of) {
    if (of == link) {
      of.cut();
      lose();
      session = world.nextSession();
    }
  }

  private void lose() {
    known = false;
    last = null;
    open = false;
    step(locks::onSessionOver);
    programs.forEach(LockProgram::onSessionOver);
  }

  void onMessage(LockLink of, FileMessage message) {
    if (of != link || !open) {
      return;
    }
    step(() -> {
      switch (message) {
        case FileMessage.LockAnswer answer -> locks.onAnswer(answer);
        default -> throw new AssertionError("claims of clients never conflict: " + message);
      }
    });
  }

  // Calls

  void lock(long call, Ino ino, LockClaim claim, boolean waits) {
    step(() -> locks.lock(call, ino, claim, waits));
  }

  void test(long call, Ino ino, LockClaim claim) {
    step(() -> locks.test(call, ino, claim));
  }

  void cancel(Ino ino, LockClaim claim) {
    step(() -> locks.cancel(ino, claim));
  }

  void close(Ino ino, long owner) {
    step(() -> locks.close(ino, owner));
  }

  private void step(Runnable input) {
    input.run();
    if (open && serving) {
      locks.send();
    }
    locks.invariants();
    drain();
  }

  private void drain() {
    while (!effects.isEmpty()) {
      carryOut(effects.removeFirst());
    }
  }

  private void carryOut(ClientLockEffect effect) {
    switch (effect) {
      case ClientLockEffect.Send(FileMessage message) -> {
        LockLink over = link;
        if (over != null && open) {
          over.toServer(() -> over.server.onMessage(over, message));
        }
      }
      case ClientLockEffect.Ended it -> of(it.call()).onEnded(it.call(), it.error());
      case ClientLockEffect.Tested it -> of(it.call()).onEnded(it.call(), null);
      case ClientLockEffect.Lost it ->
          programs.get((int) it.owner() - 1).onLost(it.ino(), it.family());
    }
  }

  private LockProgram of(long call) {
    for (LockProgram each : programs) {
      if (each.isCalling(call)) {
        return each;
      }
    }
    throw new AssertionError("call " + call + " ends twice");
  }

  @Override
  public String toString() {
    return "session %d: %s, held %s".formatted(session, locks, locks.held());
  }
}
