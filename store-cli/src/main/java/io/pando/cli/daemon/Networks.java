package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.port.Network;
import java.util.ServiceLoader;

/** The network that the daemons of this process share. */
public final class Networks {
  private Networks() {}

  /** Opens it with as many event loops as the configuration says, or as there are processors. */
  public static Network open(ClusterConfig config) {
    int wanted = config.network().loops();
    int loops = wanted > 0 ? wanted : Math.max(2, Runtime.getRuntime().availableProcessors());
    return ServiceLoader.load(Network.Provider.class)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no network implementation is packaged"))
        .open(loops, config.network().carrier());
  }
}
