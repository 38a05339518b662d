package io.pando.message;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Newer maps for somebody who has older ones: from a monitor to its subscribers, and between all
 * who notice that the other's epoch is behind (paper 003 §6.2.5).
 *
 * @param full a whole map to start from; null if the receiver has the epoch before the first
 *     incremental
 * @param incrementals of consecutive epochs, oldest first
 */
public record MapUpdate(@Nullable ClusterMap full, List<Incremental> incrementals)
    implements Message {
  public MapUpdate {
    incrementals = List.copyOf(incrementals);
  }
}
