package io.pando.osd.heartbeat;

import io.pando.osd.config.LivenessSettings;
import io.pando.port.EventLoop;
import io.pando.probe.Probe;
import org.jspecify.annotations.Nullable;

/**
 * When an OSD pings its peers: at every heartbeat interval, and half as often while it is
 * <em>calm</em>, which means that none of its shards has work. It still holds its leases then, so
 * it doubles the interval only if a lease is long enough for that. Lives on the daemon's loop.
 */
public final class HeartbeatTimer {
  private static final int LEASE_INTERVALS = 3;

  private final EventLoop loop;
  private final Runnable ping;
  private final long busyNanos;
  private final long calmNanos;
  private boolean calm;
  private EventLoop.@Nullable Timer next;

  /**
   * Creates a timer that is not started.
   *
   * @param ping run at every tick
   */
  public HeartbeatTimer(LivenessSettings settings, EventLoop loop, Runnable ping) {
    this.loop = loop;
    this.ping = ping;
    this.busyNanos = settings.heartbeatNanos();
    // A pong of the last ping may be late by one short interval before the lease ends.
    boolean leaseLasts = settings.lease().nanos() >= LEASE_INTERVALS * busyNanos;
    this.calmNanos = leaseLasts ? 2 * busyNanos : busyNanos;
  }

  /** Starts to tick, at once. */
  public void start() {
    tick();
  }

  public void stop() {
    if (next != null) {
      next.cancel();
      next = null;
    }
  }

  /** Time between this tick and the next one. */
  public long intervalNanos() {
    return calm ? calmNanos : busyNanos;
  }

  /** Records whether all shards are calm, which counts from the next tick. */
  public void onReport(boolean allCalm) {
    Probe.reachedIf(allCalm && !calm && next != null, "heartbeats: an OSD becomes calm");
    calm = allCalm;
  }

  /** Ends the calm: a shard has work. Ticks at once, so that clients meet fresh leases. */
  public void onWork() {
    if (calm && next != null) {
      Probe.reached("heartbeats: work ends the calm");
      calm = false;
      next.cancel();
      tick();
    }
  }

  private void tick() {
    next = loop.schedule(intervalNanos(), this::tick);
    ping.run();
  }
}
