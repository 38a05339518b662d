package io.pando.port;

import io.pando.id.Address;
import io.pando.id.NodeId;

/** The other end of an ordered stream of messages. */
public sealed interface Peer permits Peer.Dialed, Peer.Session {
  /** Who is there. */
  NodeId node();

  /** Incarnation of who is there. */
  long nonce();

  /**
   * A daemon we speak to of our own accord.
   *
   * @param shard which of its event loops owns what we talk about
   */
  record Dialed(Address address, int shard) implements Peer {
    @Override
    public NodeId node() {
      return address.node();
    }

    @Override
    public long nonce() {
      return address.nonce();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Dialed that && shard == that.shard && address.equals(that.address);
    }

    @Override
    public int hashCode() {
      return 31 * address.hashCode() + shard;
    }
  }

  /**
   * Somebody who dialled us; alive until its reset is reported. The node and its incarnation are
   * what the dialler claims.
   *
   * @param number distinguishes the connections this endpoint ever accepted
   * @param host where the connection comes from, as a literal IP address; empty if that is unknown
   */
  record Session(NodeId node, long nonce, long number, String host) implements Peer {
    /** One of unknown origin. */
    public Session(NodeId node, long nonce, long number) {
      this(node, nonce, number, "");
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Session that
          && number == that.number
          && nonce == that.nonce
          && node.equals(that.node);
    }

    @Override
    public int hashCode() {
      return 31 * Long.hashCode(nonce) + Long.hashCode(number);
    }
  }
}
