package io.pando.client.engine;

import io.micrometer.core.instrument.MeterRegistry;
import io.pando.client.objecter.ObjecterConfig;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.port.ClusterCalls;
import io.pando.port.Transport;
import io.pando.random.Random64;
import io.pando.session.MonitorSession;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a node that exchanges messages of file systems too, on the node's own endpoint: of
 * a metadata server, and of a client of files.
 *
 * @param endpoint the part of the endpoint for messages of file systems
 * @param calls the cluster as the node uses it
 * @param engine for what {@code calls} does not have
 */
public record DaemonEngine(Transport endpoint, ClusterCalls calls, ClientEngine engine) {
  private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(30);
  private static final int MOST_IN_FLIGHT = 512;
  private static final long MOST_IN_FLIGHT_BYTES = 64L << 20;

  /**
   * How a daemon finds its cluster.
   *
   * @param monitors addresses to ask for the first map
   * @param cluster identity that the cluster must have; null accepts any cluster
   */
  public record Contacts(List<Address> monitors, @Nullable ClusterId cluster) {}

  /**
   * Opens and starts an engine; called on the loop of the endpoint.
   *
   * @param link the daemon's loop and endpoint, on which no other listener may listen
   * @param session number of the session of its operations on objects, unique in the cluster
   */
  public static DaemonEngine open(
      MonitorSession.Link link,
      Contacts contacts,
      long session,
      Random64 random,
      MeterRegistry registry) {
    SplitEndpoint split = SplitEndpoint.of(link.transport());
    EngineConfig config =
        new EngineConfig(
            contacts.monitors(),
            contacts.cluster(),
            ADMIN_TIMEOUT,
            new ObjecterConfig(
                MOST_IN_FLIGHT,
                MOST_IN_FLIGHT_BYTES,
                0,
                ObjecterConfig.DEFAULT_RESEND,
                ObjecterConfig.DEFAULT_QUIET_NANOS,
                ObjecterConfig.DEFAULT_HOLD_NANOS),
            registry);
    ClientEngine engine =
        new ClientEngine(
            config, new MonitorSession.Link(link.loop(), split.engine()), session, random);
    engine.start();
    return new DaemonEngine(split.daemon(), new EngineCalls(engine), engine);
  }
}
