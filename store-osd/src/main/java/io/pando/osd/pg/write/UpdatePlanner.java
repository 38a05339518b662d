package io.pando.osd.pg.write;

import io.pando.id.ObjectId;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replication.UpdateParts;
import io.pando.store.ObjectView;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what each member gets of an update. For that, old bytes of the object may have to be
 * read; the object does not change meanwhile, and its earlier updates may still be under way.
 */
public interface UpdatePlanner {
  /** Members are replicas: all get the same steps. */
  UpdatePlanner SAME = (_, then, _) -> then.accept((_, _) -> UpdateParts.SAME);

  /**
   * Plans an update. Calls {@code then}, perhaps at once, or {@code blocked} if old bytes cannot be
   * read now and that was reported to recovery; neither if the interval ends before.
   */
  void plan(Draft draft, Consumer<Plan> then, Runnable blocked);

  /**
   * An update that has no version yet.
   *
   * @param before the object before it
   * @param view the object as it was read; null if it was not read, or does not exist
   */
  record Draft(
      ObjectId object,
      ObjectState before,
      @Nullable ObjectView view,
      List<StoreOp.OnObject> steps) {}

  /** What is known of an update before it has a version. */
  @FunctionalInterface
  interface Plan {
    /**
     * What each member gets.
     *
     * @param steps those of the draft, with the version
     * @param after the object after the update
     */
    UpdateParts parts(List<StoreOp.OnObject> steps, ObjectState after);
  }
}
