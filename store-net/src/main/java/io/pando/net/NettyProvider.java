package io.pando.net;

import io.pando.port.Network;

/** The provider that {@link java.util.ServiceLoader} finds. */
public final class NettyProvider implements Network.Provider {
  @Override
  public Network open(int loops, String carrier) {
    return NettyNetwork.open(loops, carrier, NetworkLimits.usual());
  }
}
