package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pando.port.Network;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class NettyNetworkTest {
  private static NettyNetwork open(String carrier, NetworkLimits limits) {
    assumeTrue(Carrier.valueOf(carrier.toUpperCase(java.util.Locale.ROOT)).missing() == null);
    return NettyNetwork.open(2, carrier, limits);
  }

  @Nested
  class EpollStreams extends StreamContract {
    @Override
    Network open(NetworkLimits limits) {
      return NettyNetworkTest.open("epoll", limits);
    }
  }

  @Nested
  class EpollPressure extends PressureContract {
    @Override
    Network open(NetworkLimits limits) {
      return NettyNetworkTest.open("epoll", limits);
    }
  }

  @Nested
  class NioStreams extends StreamContract {
    @Override
    Network open(NetworkLimits limits) {
      return NettyNetworkTest.open("nio", limits);
    }
  }

  @Nested
  class NioPressure extends PressureContract {
    @Override
    Network open(NetworkLimits limits) {
      return NettyNetworkTest.open("nio", limits);
    }
  }

  @Nested
  class IoUringStreams extends StreamContract {
    @Override
    Network open(NetworkLimits limits) {
      return NettyNetworkTest.open("io_uring", limits);
    }
  }

  @Nested
  class IoUringPressure extends PressureContract {
    @Override
    Network open(NetworkLimits limits) {
      return NettyNetworkTest.open("io_uring", limits);
    }
  }

  @Nested
  class EpollStrangers extends StrangersContract {
    @Override
    NettyNetwork open(NetworkLimits limits) {
      return NettyNetworkTest.open("epoll", limits);
    }
  }

  @Nested
  class NioStrangers extends StrangersContract {
    @Override
    NettyNetwork open(NetworkLimits limits) {
      return NettyNetworkTest.open("nio", limits);
    }
  }

  @Nested
  class IoUringStrangers extends StrangersContract {
    @Override
    NettyNetwork open(NetworkLimits limits) {
      return NettyNetworkTest.open("io_uring", limits);
    }
  }

  @Test
  void theProviderIsFound() {
    Network.Provider provider =
        ServiceLoader.load(Network.Provider.class).findFirst().orElseThrow();
    try (Network network = provider.open(1, "auto")) {
      assertThat(network.describe()).matches("(epoll|nio), 1 loops");
    }
  }

  @Test
  void anUnknownCarrierIsNamed() {
    assertThatThrownBy(() -> NettyNetwork.open(1, "pigeon", NetworkLimits.usual()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no network carrier is called pigeon; there are auto, epoll, io_uring, nio");
  }
}
