package io.pando.sim.locks;

/** A connection of a client, which keeps the order of messages until it breaks. */
final class LockLink {
  final LockMount mount;
  final LockServer server;
  final long session;
  private final LockWorld world;
  private boolean up = true;
  private long toServer;
  private long toClient;

  LockLink(LockWorld world, LockMount mount, LockServer server, long session) {
    this.world = world;
    this.mount = mount;
    this.server = server;
    this.session = session;
  }

  /** Runs something at the server, unless the connection breaks before. */
  void toServer(Runnable arrival) {
    toServer = Math.max(toServer, world.now() + world.delay());
    deliver(toServer, arrival);
  }

  /** Runs something at the client, unless the connection breaks before. */
  void toClient(Runnable arrival) {
    toClient = Math.max(toClient, world.now() + world.delay());
    deliver(toClient, arrival);
  }

  private void deliver(long time, Runnable arrival) {
    if (up) {
      world.at(
          time,
          () -> {
            if (up) {
              arrival.run();
            }
          });
    }
  }

  /** The connection breaks: what is on its way is lost, and the client notices. */
  void cut() {
    if (up) {
      up = false;
      world.at(world.now() + world.delay(), () -> mount.onCut(this));
    }
  }
}
