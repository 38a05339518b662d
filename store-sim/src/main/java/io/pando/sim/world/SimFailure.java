package io.pando.sim.world;

/** A simulation failed. */
public final class SimFailure extends RuntimeException {
  public SimFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
