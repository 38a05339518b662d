package io.pando.osd.pg.redundancy;

import io.pando.cluster.PoolInfo;
import io.pando.cluster.erasure.PoolCode;
import io.pando.erasure.ErasureCode;
import io.pando.erasure.LinearCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.kernel.GfKernel;
import io.pando.erasure.stripe.StripeLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The codes of the pools of a shard. To make one takes up to some ten milliseconds, so each is made
 * once. Owned by a shard; only its loop uses it.
 */
public final class ErasureCodes {
  private final Supplier<GfKernel> kernel;
  private final Map<CodeParameters, ErasureCode> known = new LinkedHashMap<>();

  /**
   * No code was made yet.
   *
   * @param kernel gives what computes fragments, when it is first needed
   */
  public ErasureCodes(Supplier<GfKernel> kernel) {
    this.kernel = kernel;
  }

  /** The redundancy of the groups of a pool. */
  public Redundancy of(PoolInfo pool) {
    PoolCode code = pool.code();
    return code == null
        ? new WholeCopies()
        : new Fragments(
            known.computeIfAbsent(code.parameters(), it -> LinearCode.of(it, kernel.get())),
            new StripeLayout(code.parameters().k(), code.stripeUnit()));
  }
}
