package io.pando.client;

import io.pando.port.Network;
import java.util.ArrayList;
import java.util.List;

/** What the SDK finds when it is given no network. */
public final class TestNetworkProvider implements Network.Provider {
  static final List<TestNetwork> OPENED = new ArrayList<>();

  @Override
  public Network open(int loops, String carrier) {
    TestNetwork network = new TestNetwork(1);
    network.monitorAnswers(!carrier.equals("deaf"));
    OPENED.add(network);
    return network;
  }
}
