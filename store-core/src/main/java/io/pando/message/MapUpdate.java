package io.pando.message;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Newer maps for a receiver with an older one: from a monitor to its subscribers, and between any
 * two nodes when one notices that the other's epoch is older (paper 003 §6.2.5).
 *
 * @param full whole map to which the incrementals apply; null if the receiver has the epoch before
 *     the first incremental
 * @param incrementals incrementals of consecutive epochs, oldest first
 */
public record MapUpdate(@Nullable ClusterMap full, List<Incremental> incrementals)
    implements Message {
  public MapUpdate {
    incrementals = List.copyOf(incrementals);
  }
}
