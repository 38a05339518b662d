package io.pando.fs.inode;

/**
 * The times of a file.
 *
 * @param accessed when its data was read last; not kept exactly, as with the mount option {@code
 *     relatime}
 * @param modified when its data, or the entries of the directory, changed last
 * @param changed when anything of it changed last; programs cannot set it
 * @param born when it was created
 */
public record FileTimes(Timestamp accessed, Timestamp modified, Timestamp changed, Timestamp born) {
  // Most files have two different times at most: equal ones are one object.
  public FileTimes {
    modified = modified.equals(accessed) ? accessed : modified;
    changed = changed.equals(modified) ? modified : changed.equals(accessed) ? accessed : changed;
    born = born.equals(changed) ? changed : born.equals(accessed) ? accessed : born;
  }

  /** The times of a new file. */
  public static FileTimes bornAt(Timestamp now) {
    return new FileTimes(now, now, now, now);
  }

  /** The same after a change of attributes. */
  public FileTimes changedAt(Timestamp now) {
    return new FileTimes(accessed, modified, now, born);
  }

  /** The same after a change of data or entries. */
  public FileTimes modifiedAt(Timestamp now) {
    return new FileTimes(accessed, now, now, born);
  }

  /** The same with times that a program set. */
  public FileTimes set(Timestamp access, Timestamp modification, Timestamp now) {
    return new FileTimes(access, modification, now, born);
  }
}
