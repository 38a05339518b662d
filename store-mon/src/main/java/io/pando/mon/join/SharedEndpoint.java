package io.pando.mon.join;

import io.pando.id.ClusterId;
import io.pando.message.Message;
import io.pando.port.Peer;
import io.pando.port.Transport;

/**
 * An endpoint on which one listener after another listens; an endpoint of the network has one. Runs
 * on the endpoint's event loop.
 */
public final class SharedEndpoint implements Transport {
  private final Transport endpoint;
  private Listener current;

  private record Deaf() implements Listener {
    @Override
    public void onMessage(Peer from, Message message) {}

    @Override
    public void onReset(Peer peer, String reason) {}
  }

  private SharedEndpoint(Transport endpoint) {
    this.endpoint = endpoint;
    this.current = new Deaf();
  }

  /** Shares an endpoint, on which no other listener may listen; must be called on the loop. */
  public static SharedEndpoint of(Transport endpoint) {
    SharedEndpoint shared = new SharedEndpoint(endpoint);
    endpoint.listen(
        new Listener() {
          @Override
          public void onMessage(Peer from, Message message) {
            shared.current.onMessage(from, message);
          }

          @Override
          public void onReset(Peer peer, String reason) {
            shared.current.onReset(peer, reason);
          }
        });
    return shared;
  }

  @Override
  public void listen(Listener listener) {
    current = listener;
  }

  @Override
  public void send(Peer to, Message message) {
    endpoint.send(to, message);
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
  public void setReading(Peer peer, boolean reading) {
    endpoint.setReading(peer, reading);
  }

  @Override
  public void disconnect(Peer peer) {
    endpoint.disconnect(peer);
  }
}
