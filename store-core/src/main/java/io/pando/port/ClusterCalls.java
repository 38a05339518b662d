package io.pando.port;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.id.PoolId;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import java.util.List;
import java.util.function.Consumer;

/**
 * The cluster as a daemon uses it that keeps its state in objects: maps, changes of the map, and
 * operations on objects, all in one session. Belongs to one event loop: it is used only there, and
 * calls its consumers there.
 */
public interface ClusterCalls {
  /**
   * Reports every newer map, from the next one on. Operations that are called afterwards are sent
   * by that map or a newer one, so OSDs learn of it before they execute them.
   */
  void onMap(Consumer<ClusterMap> listener);

  /**
   * Requests a change of the map. The consumer is called once, after a bounded time, with {@link
   * ChangeOutcome.Unavailable} if the monitors could not agree.
   */
  void request(Change change, Consumer<ChangeOutcome> done);

  /**
   * Executes operations on an object, once. Waits as long as the object is out of reach and while
   * there is no space, for an hour at most.
   */
  void call(PoolId pool, String object, List<ObjectOp> operations, Consumer<Outcome> done);

  /** How operations on an object ended. */
  sealed interface Outcome {
    /** They were executed, or refused. */
    record Answered(OpOutcome outcome) implements Outcome {}

    /**
     * There is no answer: they may have been executed, or may still be.
     *
     * @param why a sentence
     */
    record Unanswered(String why) implements Outcome {}
  }
}
