package io.pando.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.message.Message;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;

/** A session on a loop with virtual time, and the monitors at its other end. */
abstract class SessionFixture {
  static final MonitorSessionConfig CONFIG = MonitorSessionConfig.defaults();

  final VirtualLoop loop = new VirtualLoop();
  final List<Long> epochs = new ArrayList<>();
  final List<List<Incremental>> steps = new ArrayList<>();
  final FakeMonitors monitors = new FakeMonitors(loop, new Owner());
  final MonitorSession session = session(3);
  boolean calm;

  private final class Owner implements Transport.Listener {
    @Override
    public void onMessage(Peer from, Message message) {
      // Late messages of a monitor that the session has left are ignored.
      session.onMessage(from, message);
    }

    @Override
    public void onReset(Peer peer, String reason) {
      session.onReset(peer, reason);
    }
  }

  final MonitorSession session(long seed) {
    return new MonitorSession(
        CONFIG,
        new MonitorSession.Link(loop, monitors),
        FakeMonitors.ADDRESSES,
        null,
        new Random64(seed),
        new MonitorSession.Listener() {
          @Override
          public void onMap(ClusterMap map, List<Incremental> incrementals) {
            epochs.add(map.epoch());
            steps.add(incrementals);
          }

          @Override
          public boolean isCalm() {
            return calm;
          }
        });
  }

  final void startAndLearn() {
    session.start();
    loop.run(100);
    assertThat(session.map()).isEqualTo(monitors.map);
  }
}
