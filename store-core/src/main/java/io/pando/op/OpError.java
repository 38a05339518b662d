package io.pando.op;

/** Why a vector of operations failed. A failed vector changed nothing. */
public enum OpError {
  /** There is no such object. */
  NOT_FOUND,
  /** There is such an object already. */
  ALREADY_EXISTS,
  /** There is no such attribute. */
  NO_ATTRIBUTE,
  /** The object has another version. */
  VERSION_MISMATCH,
  /** A comparison did not hold. */
  CONDITION_FAILED,
  /** The request makes no sense: the detail says why. */
  INVALID,
  /** Larger than a limit that the detail names. */
  TOO_LARGE,
  /** A device is full. */
  NO_SPACE,
  /** No replica has good bytes. */
  DAMAGED,
  /** The pool does not exist (any more). */
  NO_POOL
}
