package io.pando.sim.locks;

import io.pando.mds.locks.LockLimits;
import io.pando.mds.locks.LockService;
import io.pando.message.FileMessage;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A holder of the rank in one life: its sessions are those that the world's table has. */
final class LockServer {
  private final LockWorld world;
  private final SortedMap<Long, LockLink> links = new TreeMap<>();
  private final SortedSet<Long> awaited;
  private final LockService service;
  private boolean dead;

  LockServer(LockWorld world, LockLimits limits) {
    this.world = world;
    this.awaited = new TreeSet<>(world.sessions());
    this.service =
        new LockService(
            limits,
            awaited,
            this::send,
            (session, clause) -> {
              throw new AssertionError("session " + session + " " + clause);
            });
  }

  LockService service() {
    return service;
  }

  private void send(long session, FileMessage message) {
    LockLink link = links.get(session);
    if (link != null) {
      link.toClient(() -> link.mount.onMessage(link, message));
    }
  }

  void onOpen(LockLink link) {
    if (dead) {
      link.cut();
      return;
    }
    if (world.isOver(link.session)) {
      link.toClient(() -> link.mount.onClosed(link));
      return;
    }
    boolean fresh = world.sessions().add(link.session);
    LockLink before = links.put(link.session, link);
    if (before != null && before != link) {
      before.cut();
    }
    link.toClient(() -> link.mount.onOpened(link, fresh));
    service.onOpened(link.session);
    if (awaited.isEmpty()) {
      link.toClient(() -> link.mount.onServing(link));
    }
  }

  void onMessage(LockLink link, FileMessage message) {
    if (links.get(link.session) == link) {
      service.onMessage(link.session, message);
    }
  }

  void onReconnected(LockLink link) {
    if (links.get(link.session) == link && awaited.remove(link.session)) {
      service.onReconnected(link.session);
      start();
    }
  }

  private void start() {
    if (awaited.isEmpty()) {
      links.values().forEach(link -> link.toClient(() -> link.mount.onServing(link)));
    }
  }

  /** A session is fenced, and ends. */
  void end(long session) {
    LockLink link = links.get(session);
    world.sessions().remove(session);
    service.onSessionGone(session);
    if (awaited.remove(session)) {
      start();
    }
    if (link != null) {
      link.toClient(() -> link.mount.onClosed(link));
      links.remove(session);
    }
  }

  void crash() {
    dead = true;
    List.copyOf(links.values()).forEach(LockLink::cut);
    links.clear();
  }

  @Override
  public String toString() {
    return service + ", awaited " + awaited;
  }
}
