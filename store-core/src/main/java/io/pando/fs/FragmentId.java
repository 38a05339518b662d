package io.pando.fs;

/**
 * One fragment of one directory, which is one object of the metadata pool.
 *
 * @param directory number of the directory
 * @param fragment which of its fragments
 */
public record FragmentId(Ino directory, DirFragment fragment) implements Comparable<FragmentId> {
  @Override
  public int compareTo(FragmentId other) {
    int byDirectory = directory.compareTo(other.directory);
    return byDirectory != 0 ? byDirectory : fragment.compareTo(other.fragment);
  }

  @Override
  public String toString() {
    return directory + "#" + fragment;
  }
}
