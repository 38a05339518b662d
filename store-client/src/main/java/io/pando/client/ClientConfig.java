package io.pando.client;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.client.engine.MonitorAddress;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a client. {@link #builder()} has defaults for all of them except the monitors:
 *
 * {@snippet :
 * ClientConfig config = ClientConfig.builder()
 *     .monitors("10.0.0.1:6789", "10.0.0.2:6789", "10.0.0.3:6789")
 *     .operationTimeout(Duration.ofSeconds(10))
 *     .build();
 * }
 *
 * @param monitors addresses to ask for the first map; at least one, and several in case one is
 *     down. The map names all monitors
 * @param cluster identity that the cluster must have; null accepts any cluster
 * @param timeouts how long operations may take
 * @param limits limits of operations
 * @param network network that the client opens if it is not given one
 * @param session the client's session
 */
public record ClientConfig(
    List<Address> monitors,
    @Nullable ClusterId cluster,
    Timeouts timeouts,
    Limits limits,
    Network network,
    Session session) {

  /** Default port of monitors. */
  public static final int DEFAULT_MONITOR_PORT = 6789;

  /** Upper bound of {@link Limits#maxOperationBytes}. */
  public static final int OPERATION_BYTES_LIMIT = 32 << 20;

  /**
   * How long operations may take.
   *
   * @param operationTimeout time after which an operation fails with {@link
   *     PandoException.Timeout}, unless {@link Pool#withTimeout} says otherwise
   * @param adminTimeout time after which a request to the monitors fails
   */
  public record Timeouts(Duration operationTimeout, Duration adminTimeout) {
    public Timeouts {
      requirePositive(operationTimeout, "operationTimeout");
      requirePositive(adminTimeout, "adminTimeout");
    }
  }

  /**
   * Limits of operations.
   *
   * @param maxOperationBytes most bytes that one operation reads or writes; at most 32 MiB
   * @param maxInFlight most operations that are sent and not answered; further ones wait
   * @param maxInFlightBytes most bytes of these operations; further ones wait
   * @param maxQueued most asynchronous operations that wait; further ones fail with {@link
   *     PandoException.Overloaded}. Blocking calls wait and do not count
   */
  public record Limits(
      int maxOperationBytes, int maxInFlight, long maxInFlightBytes, int maxQueued) {
    public Limits {
      require(
          maxOperationBytes > 0 && maxOperationBytes <= OPERATION_BYTES_LIMIT,
          "maxOperationBytes must be 1 to " + OPERATION_BYTES_LIMIT + ": " + maxOperationBytes);
      require(maxInFlight > 0, "maxInFlight must be at least 1: " + maxInFlight);
      require(maxInFlightBytes > 0, "maxInFlightBytes must be at least 1: " + maxInFlightBytes);
      require(maxQueued >= 0, "maxQueued must not be negative: " + maxQueued);
    }
  }

  /**
   * The network that a client opens.
   *
   * @param loops number of event loops
   * @param carrier carrier: {@code auto}, or one that the network knows
   */
  public record Network(int loops, String carrier) {
    public Network {
      require(loops > 0, "loops must be at least 1: " + loops);
    }
  }

  /**
   * The client's session.
   *
   * @param seed seed of the client's number and of its delays; null: random
   * @param registry registry for the client's meters
   */
  public record Session(@Nullable Long seed, MeterRegistry registry) {}

  /** Checks the settings; {@link IllegalArgumentException} names the invalid one. */
  public ClientConfig {
    monitors = List.copyOf(monitors);
    require(!monitors.isEmpty(), "monitors: at least one address is needed, such as 10.0.0.1:6789");
  }

  /** Time after which an operation fails. */
  public Duration operationTimeout() {
    return timeouts.operationTimeout();
  }

  /** Time after which a request to the monitors fails. */
  public Duration adminTimeout() {
    return timeouts.adminTimeout();
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException(what);
    }
  }

  static void requirePositive(Duration duration, String name) {
    require(
        duration.isPositive() && duration.compareTo(Duration.ofDays(365)) <= 0,
        name + " must be positive and at most a year: " + duration);
  }

  /** A builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects settings. */
  public static final class Builder {
    private final List<Address> monitors = new ArrayList<>();
    private @Nullable ClusterId cluster;
    private Duration operationTimeout = Duration.ofSeconds(30);
    private Duration adminTimeout = Duration.ofSeconds(15);
    private int maxOperationBytes = OPERATION_BYTES_LIMIT;
    private int maxInFlight = 1024;
    private long maxInFlightBytes = 64L << 20;
    private int maxQueued = 16_384;
    private int loops = 1;
    private String carrier = "auto";
    private @Nullable Long sessionSeed;
    private @Nullable MeterRegistry registry;

    private Builder() {}

    /**
     * Adds monitors by text: {@code host}, {@code host:port} or {@code [v6-address]:port}, each
     * optionally after {@code mon.N@}. Monitors without {@code mon.N@} are numbered by their place
     * in the list, from 0.
     */
    public Builder monitors(String... addresses) {
      for (String address : addresses) {
        monitors.add(MonitorAddress.parse(address, monitors.size(), DEFAULT_MONITOR_PORT));
      }
      return this;
    }

    /** Adds monitors. */
    public Builder monitors(List<Address> addresses) {
      for (Address address : addresses) {
        require(
            address.node().role() == NodeId.Role.MON, "monitors: " + address + " is not a monitor");
        monitors.add(address);
      }
      return this;
    }

    /** Accepts only this cluster. */
    public Builder cluster(ClusterId id) {
      this.cluster = id;
      return this;
    }

    /** Default 30 s. */
    public Builder operationTimeout(Duration timeout) {
      this.operationTimeout = timeout;
      return this;
    }

    /** Default 15 s. */
    public Builder adminTimeout(Duration timeout) {
      this.adminTimeout = timeout;
      return this;
    }

    /** Default 32 MiB. */
    public Builder maxOperationBytes(int bytes) {
      this.maxOperationBytes = bytes;
      return this;
    }

    /** Default 1,024. */
    public Builder maxInFlight(int operations) {
      this.maxInFlight = operations;
      return this;
    }

    /** Default 64 MiB. */
    public Builder maxInFlightBytes(long bytes) {
      this.maxInFlightBytes = bytes;
      return this;
    }

    /** Default 16,384. */
    public Builder maxQueued(int operations) {
      this.maxQueued = operations;
      return this;
    }

    /** Default 1. */
    public Builder loops(int count) {
      this.loops = count;
      return this;
    }

    /** Default {@code auto}. */
    public Builder carrier(String name) {
      this.carrier = name;
      return this;
    }

    /** Default: random. */
    public Builder sessionSeed(long seed) {
      this.sessionSeed = seed;
      return this;
    }

    /**
     * Registry for the client's meters. Default: one of its own, in memory. Clients that share a
     * registry share their counters and timers; the gauge {@code pando.client.operations} then
     * shows the first of them only.
     */
    public Builder meterRegistry(MeterRegistry meters) {
      this.registry = meters;
      return this;
    }

    /** The settings; {@link IllegalArgumentException} names the invalid one. */
    public ClientConfig build() {
      return new ClientConfig(
          monitors,
          cluster,
          new Timeouts(operationTimeout, adminTimeout),
          new Limits(maxOperationBytes, maxInFlight, maxInFlightBytes, maxQueued),
          new Network(loops, carrier),
          new Session(sessionSeed, registry == null ? new SimpleMeterRegistry() : registry));
    }
  }
}
