package io.pando.cluster.erasure;

import io.pando.erasure.LinearCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.kernel.PlainKernel;
import java.util.Optional;

/**
 * The erasure code of a pool, and how the bytes of its objects are divided among the data
 * fragments. Never changed once a pool has it: the fragments of its objects depend on it. Any
 * values can be put together; {@link #refusal()} says whether a pool can have them.
 *
 * @param parameters the code
 * @param stripeUnit bytes of a unit: of successive bytes of an object that belong to one fragment
 */
public record PoolCode(CodeParameters parameters, int stripeUnit) {
  /** Bytes of a unit unless a profile says otherwise. */
  public static final int DEFAULT_STRIPE_UNIT = 16 << 10;

  /** Units are multiples of this, the block of stores. */
  public static final int STRIPE_UNIT_STEP = 4 << 10;

  /** Most bytes of a unit. */
  public static final int MOST_STRIPE_UNIT = 1 << 20;

  /** Why no pool can have this code, in a sentence with the way out; empty if one can. */
  public Optional<String> refusal() {
    return parameters
        .refusal()
        .or(() ->
            stripeUnit < STRIPE_UNIT_STEP
                    || stripeUnit > MOST_STRIPE_UNIT
                    || stripeUnit % STRIPE_UNIT_STEP != 0
                ? Optional.of(
                    "stripe_unit is %d: choose a multiple of %d from %d to %d bytes"
                        .formatted(
                            stripeUnit, STRIPE_UNIT_STEP, STRIPE_UNIT_STEP, MOST_STRIPE_UNIT))
                : Optional.empty());
  }

  /** Number of positions: of all fragments of an object. */
  public int positions() {
    return parameters.positions();
  }

  /**
   * The smallest number of positions that decode whichever they are; there must be no {@link
   * #refusal}. Each call computes it, which for a code with groups takes some milliseconds.
   */
  public int alwaysDecodes() {
    return parameters.groups() == 0
        ? parameters.k()
        : LinearCode.of(parameters, new PlainKernel()).alwaysDecodes();
  }

  /**
   * Number of positions that a pool needs for reads and writes unless an operator says otherwise:
   * one more than always decode, so that what is written then survives the loss of one more
   * position; if no position can be lost then, as many as always decode.
   */
  public int usualMinSize() {
    int enough = alwaysDecodes();
    return enough + 1 < positions() ? enough + 1 : enough;
  }

  /** As {@code isa reed_sol_van 4+2, stripe_unit 16384}. */
  @Override
  public String toString() {
    return parameters + ", stripe_unit " + stripeUnit;
  }
}
