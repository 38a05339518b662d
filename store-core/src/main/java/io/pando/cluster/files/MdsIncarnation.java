package io.pando.cluster.files;

import io.pando.cluster.fence.Fences;

/**
 * One life of a metadata server, from its start to its end (Ceph: GID). The number is random, and
 * also the number of the session of the daemon's operations on objects: the fence list names it.
 *
 * @param number not 0, never used twice in the life of a cluster; unsigned
 */
public record MdsIncarnation(long number) implements Comparable<MdsIncarnation> {
  @Override
  public int compareTo(MdsIncarnation other) {
    return Long.compareUnsigned(number, other.number);
  }

  @Override
  public String toString() {
    return Fences.nameOf(number);
  }
}
