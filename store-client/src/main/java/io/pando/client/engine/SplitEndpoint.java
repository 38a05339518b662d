package io.pando.client.engine;

import io.pando.id.ClusterId;
import io.pando.message.FileMessage;
import io.pando.message.MdsMessage;
import io.pando.message.Message;
import io.pando.port.Peer;
import io.pando.port.Transport;
import org.jspecify.annotations.Nullable;

/**
 * One endpoint for a daemon and for the engine through which it uses the cluster: to its peers they
 * are one node. Messages of file systems go to the daemon, all others to the engine; both learn of
 * resets. Runs on the endpoint's event loop.
 */
final class SplitEndpoint {
  private final Transport endpoint;
  private final Half daemon = new Half();
  private final Half engine = new Half();

  private SplitEndpoint(Transport endpoint) {
    this.endpoint = endpoint;
  }

  /** Splits an endpoint, on which no other listener may listen; called on its loop. */
  static SplitEndpoint of(Transport endpoint) {
    SplitEndpoint split = new SplitEndpoint(endpoint);
    endpoint.listen(
        new Transport.Listener() {
          @Override
          public void onMessage(Peer from, Message message) {
            boolean ofFiles = message instanceof MdsMessage || message instanceof FileMessage;
            (ofFiles ? split.daemon : split.engine).onMessage(from, message);
          }

          @Override
          public void onReset(Peer peer, String reason) {
            split.engine.onReset(peer, reason);
            split.daemon.onReset(peer, reason);
          }
        });
    return split;
  }

  /** The endpoint of the daemon. */
  Transport daemon() {
    return daemon;
  }

  /** The endpoint of the engine. */
  Transport engine() {
    return engine;
  }

  private final class Half implements Transport {
    private @Nullable Listener listener;

    void onMessage(Peer from, Message message) {
      if (listener != null) {
        listener.onMessage(from, message);
      }
    }

    void onReset(Peer peer, String reason) {
      if (listener != null) {
        listener.onReset(peer, reason);
      }
    }

    @Override
    public void listen(Listener its) {
      listener = its;
    }

    @Override
    public void send(Peer to, Message message) {
      endpoint.send(to, message);
    }

    @Override
    public void setReading(Peer peer, boolean reading) {
      endpoint.setReading(peer, reading);
    }

    @Override
    public boolean isBusy() {
      return endpoint.isBusy();
    }

    @Override
    public void join(ClusterId cluster) {
      endpoint.join(cluster);
    }

    @Override
    public void disconnect(Peer peer) {
      endpoint.disconnect(peer);
    }
  }
}
