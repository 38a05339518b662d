package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.NetworkSettings;
import io.pando.net.NettyNetwork;
import io.pando.port.Network;

/** The network that the daemons of this process share. */
public final class Networks {
  private Networks() {}

  /**
   * Opens the network with the configured number of event loops, or with one for each processor.
   */
  public static Network open(ClusterConfig config) {
    NetworkSettings settings = config.settings().network();
    Runtime runtime = Runtime.getRuntime();
    int loops =
        settings.loops() > 0 ? settings.loops() : Math.max(2, runtime.availableProcessors());
    return NettyNetwork.open(loops, settings.carrier(), settings.limits(runtime.maxMemory()));
  }
}
