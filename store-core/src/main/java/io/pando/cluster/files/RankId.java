package io.pando.cluster.files;

/** A rank of one of the file systems. */
public record RankId(FileSystemId system, int rank) {
  @Override
  public String toString() {
    return system + ":" + rank;
  }
}
