package io.pando.port;

import io.pando.id.Address;
import io.pando.id.NodeId;

/** The other end of an ordered stream of messages. */
public sealed interface Peer permits Peer.Dialed, Peer.Session {
  /** The peer's node id. */
  NodeId node();

  /** The peer's incarnation. */
  long nonce();

  /**
   * A daemon to which this node dials.
   *
   * @param shard number of the peer's event loop that owns the subject of the messages
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
   * A connection that a peer dialled; alive until its reset is reported. Node and incarnation are
   * the dialler's claims.
   *
   * @param number number of the connection, unique among all that this endpoint ever accepted
   * @param host origin of the connection as a literal IP address; empty if unknown
   */
  record Session(NodeId node, long nonce, long number, String host) implements Peer {
    /** A session of unknown origin. */
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
