package io.pando.op;

/** The reason why a vector of operations failed. A failed vector has changed nothing. */
public enum OpError {
  /** There is no such object. */
  NOT_FOUND,
  /** The object already exists. */
  ALREADY_EXISTS,
  /** There is no such attribute. */
  NO_ATTRIBUTE,
  /** The object has another version. */
  VERSION_MISMATCH,
  /** A comparison did not hold. */
  CONDITION_FAILED,
  /** The request is invalid; the detail gives the reason. */
  INVALID,
  /** Something exceeds a limit; the detail names the limit. */
  TOO_LARGE,
  /** A device is full. */
  NO_SPACE,
  /** No replica has a good copy of the bytes. */
  DAMAGED,
  /** The pool does not exist (any more). */
  NO_POOL,
  /** The pool has reached its quota. */
  QUOTA,
  /** The object is not lost: it is not missing, or an OSD may still hold it. */
  NOT_LOST,
  /** The pool does not support the operation; the detail names one that does. */
  NOT_SUPPORTED,
  /** The client's session is fenced: none of its operations is executed any more. */
  FENCED
}
