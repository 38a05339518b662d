package io.pando.sim;

import io.pando.message.Message;
import io.pando.port.Peer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * An ordered stream between a dialler and an acceptor. What is under way when it breaks is lost;
 * each end that did not break it hears of the reset, some time later and once.
 */
final class SimStream {
  private final End dialler;
  private @Nullable End acceptor;
  private boolean broken;

  SimStream(SimTransport from, Peer.Dialed to) {
    this.dialler = new End(from, to);
  }

  /** One end: who it is, how it names the other, what waits to be delivered to it. */
  private final class End {
    final SimTransport endpoint;
    final Peer other;
    final ArrayDeque<Message> held = new ArrayDeque<>();
    final ArrayDeque<Message> early = new ArrayDeque<>();
    boolean reading = true;
    long lastArrivalNanos;

    End(SimTransport endpoint, Peer other) {
      this.endpoint = endpoint;
      this.other = other;
    }

    void carry(Message message) {
      long now = endpoint.fabric().world().nowNanos();
      lastArrivalNanos =
          Math.max(
              lastArrivalNanos + 1,
              now + endpoint.fabric().drawDelay(other.node(), endpoint.node().self().node()));
      endpoint.fabric().world().at(lastArrivalNanos, endpoint.process(), () -> arrive(message));
    }

    private void arrive(Message message) {
      if (!broken) {
        held.add(message);
        deliver();
      }
    }

    void deliver() {
      while (reading && !broken && !held.isEmpty()) {
        endpoint.deliver(other, held.remove());
      }
    }

    void resetLater(String reason) {
      long at = endpoint.fabric().world().nowNanos() + endpoint.fabric().drawDelay();
      endpoint
          .fabric()
          .world()
          .at(
              Math.max(at, lastArrivalNanos),
              endpoint.process(),
              () -> endpoint.reset(other, reason));
    }
  }

  void send(SimTransport from, Message message) {
    if (broken) {
      return;
    }
    if (from != dialler.endpoint) {
      dialler.carry(message);
    } else if (acceptor == null) {
      dialler.early.add(message);
    } else {
      acceptor.carry(message);
    }
  }

  void connected(SimTransport target) {
    if (broken) {
      return;
    }
    acceptor = new End(target, target.accept(this, dialler.endpoint));
    dialler.early.forEach(acceptor::carry);
    dialler.early.clear();
  }

  void fail(String reason) {
    if (!broken) {
      broken = true;
      dialler.resetLater(reason);
    }
  }

  /** The network loses it: both ends hear of that. */
  void cut() {
    if (!broken) {
      broken = true;
      dialler.resetLater("connection lost");
      if (acceptor != null) {
        acceptor.resetLater("connection lost");
      }
    }
  }

  /** An end goes without a word; the other hears of it. */
  void leave(SimTransport who, String reason) {
    if (broken) {
      return;
    }
    broken = true;
    if (who != dialler.endpoint) {
      dialler.resetLater(reason);
    } else if (acceptor != null) {
      acceptor.resetLater(reason);
    }
  }

  void setReading(SimTransport who, boolean reading) {
    End end = who == dialler.endpoint ? dialler : acceptor;
    if (end != null) {
      end.reading = reading;
      if (reading) {
        end.endpoint.loop().execute(end::deliver);
      }
    }
  }
}
