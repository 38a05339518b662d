package io.pando.id;

/**
 * Identity of a client's request, the same at every resend, by which an update is applied once.
 *
 * @param client random number of the client's session, unique in the cluster
 * @param sequence counts the requests of that session, from 1
 */
public record RequestId(long client, long sequence) implements Comparable<RequestId> {
  /** Of what nobody asked for. */
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

  /** What the identity of that client and number has for its {@link #hashCode}. */
  public static int hash(long client, long sequence) {
    return 31 * Long.hashCode(client) + Long.hashCode(sequence);
  }

  @Override
  public String toString() {
    return Long.toUnsignedString(client, 36) + ":" + sequence;
  }
}
