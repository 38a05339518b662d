package io.pando.id;

/**
 * Identity of a client's request, the same at every resend, so that an update is applied only once.
 *
 * @param client random number of the client's session, unique in the cluster
 * @param sequence number of the request in that session, from 1
 */
public record RequestId(long client, long sequence) implements Comparable<RequestId> {
  /** The id for updates without a request. */
  public static final RequestId NONE = new RequestId(0, 0);

  @Override
  public int compareTo(RequestId other) {
    int byClient = Long.compareUnsigned(client, other.client);
    return byClient != 0 ? byClient : Long.compare(sequence, other.sequence);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RequestId that && sequence == that.sequence && client == that.client;
  }

  @Override
  public int hashCode() {
    return hash(client, sequence);
  }

  /** The {@link #hashCode} of the id with this client and sequence, without creating it. */
  public static int hash(long client, long sequence) {
    return 31 * Long.hashCode(client) + Long.hashCode(sequence);
  }

  @Override
  public String toString() {
    return Long.toUnsignedString(client, 36) + ":" + sequence;
  }
}
