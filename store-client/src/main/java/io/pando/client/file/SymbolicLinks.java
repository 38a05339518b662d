package io.pando.client.file;

/** What happens if the last part of a path is a symbolic link. Those before are followed always. */
public enum SymbolicLinks {
  /** The file is the one to which the link leads. */
  FOLLOW,
  /** The file is the link. */
  KEEP
}
