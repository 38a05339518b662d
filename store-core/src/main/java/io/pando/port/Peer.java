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
   * Somebody who dialled us; alive until its reset is reported.
   *
   * @param number distinguishes the connections this endpoint ever accepted
   */
  record Session(NodeId node, long nonce, long number) implements Peer {
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
