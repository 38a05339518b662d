package io.pando.sim.world;

/** Something in a simulation did not go as it must. */
public final class SimFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SimFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
