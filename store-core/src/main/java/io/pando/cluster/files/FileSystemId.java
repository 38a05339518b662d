package io.pando.cluster.files;

/** Number of a file system: positive, never used twice in the life of a cluster. */
public record FileSystemId(int value) implements Comparable<FileSystemId> {
  public FileSystemId {
    if (value <= 0) {
      throw new IllegalArgumentException("file system number must be positive: " + value);
    }
  }

  @Override
  public int compareTo(FileSystemId other) {
    return Integer.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
