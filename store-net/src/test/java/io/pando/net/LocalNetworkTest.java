package io.pando.net;

import io.pando.port.Network;
import org.junit.jupiter.api.Nested;

class LocalNetworkTest {
  @Nested
  class Streams extends StreamContract {
    @Override
    Network open(NetworkLimits limits) {
      return LocalNetwork.open(2, limits);
    }
  }

  @Nested
  class Pressure extends PressureContract {
    @Override
    Network open(NetworkLimits limits) {
      return LocalNetwork.open(2, limits);
    }
  }
}
