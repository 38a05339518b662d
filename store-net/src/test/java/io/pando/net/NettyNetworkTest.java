package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pando.port.Network;
import io.pando.port.Peer;
import java.io.IOException;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NettyNetworkTest {
  private static NettyNetwork open(String carrier, NetworkLimits limits) {
    assumeTrue(SocketIo.valueOf(carrier.toUpperCase(java.util.Locale.ROOT)).missing() == null);
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

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio", "io_uring"})
  void aSessionTellsWhereItComesFrom(String carrier) throws IOException {
    try (Network network = open(carrier, NetworkLimits.usual())) {
      TestNode server = TestNode.listening(network, TestNode.osd(4, 7));
      TestNode elsewhere =
          new TestNode(network, TestNode.osd(5, 8), 1, new Network.Listen("127.0.0.9", 0));
      TestNode client = TestNode.dialling(network, TestNode.client(1));
      elsewhere.send(0, server.at(0), Messages.small(1));
      client.send(0, server.at(0), Messages.small(2));
      server.awaitHeard(2);
      assertThat(server.heard())
          .extracting(heard -> ((Peer.Session) heard.peer()).host())
          .containsExactlyInAnyOrder("127.0.0.9", "127.0.0.1");
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
