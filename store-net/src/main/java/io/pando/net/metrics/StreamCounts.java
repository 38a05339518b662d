package io.pando.net.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.id.NodeId;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Counts of a node's streams, by the role of the peer: never by its address or name, which would
 * make as many series as there are clients. A registry reads them once the node is bound to it.
 * Thread-safe.
 */
public final class StreamCounts {
  /** Roles that meters show. */
  private static final List<NodeId.Role> SHOWN =
      List.of(NodeId.Role.MON, NodeId.Role.OSD, NodeId.Role.MDS, NodeId.Role.CLIENT);

  private static final String PEER = "peer";
  private static final String DIRECTION = "direction";

  private final Map<NodeId.Role, PeerCounts> byRole = new EnumMap<>(NodeId.Role.class);

  /** Begins with nothing counted. */
  public StreamCounts() {
    for (NodeId.Role role : NodeId.Role.values()) {
      byRole.put(role, new PeerCounts());
    }
  }

  /** Counts of the streams to and from the nodes of a role. */
  public PeerCounts of(NodeId.Role role) {
    return Objects.requireNonNull(byRole.get(role));
  }

  /** Shows the counts in a registry. */
  public void bind(MeterRegistry registry) {
    for (NodeId.Role role : SHOWN) {
      bind(registry, of(role), Tags.of(PEER, role.name().toLowerCase(Locale.ROOT)));
    }
  }

  private static void bind(MeterRegistry registry, PeerCounts counts, Tags tags) {
    Gauge.builder("pando.network.streams", counts, PeerCounts::open)
        .tags(tags)
        .description("Open streams to and from peers of that role")
        .register(registry);
    Gauge.builder("pando.network.unsent", counts, PeerCounts::unsentBytes)
        .tags(tags)
        .baseUnit("bytes")
        .description("Bytes of messages that wait until a socket takes them")
        .register(registry);
    FunctionCounter.builder("pando.network.streams.opened", counts, PeerCounts::opened)
        .tags(tags)
        .description("Streams that were opened")
        .register(registry);
    for (ResetReason reason : ResetReason.values()) {
      FunctionCounter.builder("pando.network.resets", counts, it -> it.resets(reason))
          .tags(tags.and("reason", reason.tag()))
          .description("Streams that were reset or, if unreachable, never opened")
          .register(registry);
    }
    Tags in = tags.and(DIRECTION, "in");
    Tags out = tags.and(DIRECTION, "out");
    messages(registry, counts, in, PeerCounts::receivedMessages);
    messages(registry, counts, out, PeerCounts::sentMessages);
    bytes(registry, counts, in, PeerCounts::receivedBytes);
    bytes(registry, counts, out, PeerCounts::sentBytes);
  }

  private static void messages(
      MeterRegistry registry, PeerCounts counts, Tags tags, ToDoubleFunction<PeerCounts> value) {
    FunctionCounter.builder("pando.network.messages", counts, value)
        .tags(tags)
        .description("Messages that were received (in) and queued for sending (out)")
        .register(registry);
  }

  private static void bytes(
      MeterRegistry registry, PeerCounts counts, Tags tags, ToDoubleFunction<PeerCounts> value) {
    FunctionCounter.builder("pando.network.traffic", counts, value)
        .tags(tags)
        .baseUnit("bytes")
        .description("Bytes that were read from sockets (in) and that sockets took (out)")
        .register(registry);
  }
}
