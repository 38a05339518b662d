package io.pando.sim.net;

import io.pando.message.Message;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.sim.world.SimProcess;
import io.pando.wire.Greeting;
import java.util.Optional;

/** What a stream needs of the endpoints that it connects. */
interface SimEndpoint {
  /** The node of an endpoint. */
  interface Node {
    Network.Self self();

    /** Source address of its connections; empty for a node that does not listen. */
    String host();

    SimProcess process();

    boolean isClosed();

    /** Why a dialler is refused by this node; empty if it is accepted. */
    Optional<String> refuse(Greeting.Hello hello);

    SimEndpoint endpoint(int shard);
  }

  Node node();

  EventLoop loop();

  /** The hello that it sends when it dials. */
  Greeting.Hello hello(Peer.Dialed to);

  /** Accepts a dialler: returns the name of its session here. */
  Peer.Session accept(SimStream stream, Node dialler);

  void deliver(Peer from, Message message);

  void onReset(Peer peer, SimStream stream, String reason);
}
