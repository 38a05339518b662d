package io.pando.osd.pg.write;

import io.pando.cluster.fence.Fence;
import io.pando.cluster.fence.Fences;
import io.pando.id.RequestId;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.replica.Membership;
import org.jspecify.annotations.Nullable;

/**
 * The refusal of requests of fenced sessions.
 *
 * <p>A request is looked up when it arrives, when its turn on the object has come, and, if it is an
 * update, in the step in which it gets its version. So from the step in which a primary takes the
 * map that fences a session, it puts no update of that session in order. Updates that have their
 * version by then stay: other members may have them. An update that was ordered is never refused.
 */
public final class Fencing {
  private Fencing() {}

  /** The failure of a request of a session that the newest map of the group fences; or null. */
  public static OpOutcome.@Nullable Failed refusal(Membership now, RequestId request) {
    Fences fences = now.map().fences();
    Fence fence = fences.of(request.client());
    return fence == null
        ? null
        : new OpOutcome.Failed(
            OpError.FENCED,
            -1,
            Fences.nameOf(request.client())
                + " is fenced"
                + (fence.reason().isEmpty() ? "" : ": " + fence.reason()));
  }
}
