package io.pando.mds.store;

import io.pando.op.OpOutcome;

/** An object could not be read or written. The message names it. */
public final class CallFailedException extends Exception {
  private static final long serialVersionUID = 1;

  CallFailedException(String object, OpOutcome.Failed failed) {
    super("object %s: %s (%s)".formatted(object, failed.detail(), failed.error()));
  }
}
