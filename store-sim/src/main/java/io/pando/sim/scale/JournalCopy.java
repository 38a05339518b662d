package io.pando.sim.scale;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.mds.journal.JournalHead;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.rank.RankConfig;
import io.pando.mds.rehearsal.ReplayRehearsal;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a rank of which nothing was cut, for another process.
 *
 * @param head attribute of the object that says where it begins
 * @param objects its objects from the first on, without gaps
 */
public record JournalCopy(Payload head, List<Payload> objects) {
  private static final JournalLayout LAYOUT =
      new JournalLayout(0, JournalLayout.USUAL_OBJECT_BYTES);

  public JournalCopy {
    objects = List.copyOf(objects);
  }

  static JournalCopy of(MeasuredObjects all) {
    List<Payload> objects = new ArrayList<>();
    Payload next = objectOf(all, 0);
    while (next != null) {
      objects.add(next);
      next = objectOf(all, objects.size());
    }
    OpOutcome head = all.execute(LAYOUT.headName(), List.of(new ObjectOp.ListAttributes()));
    if (head instanceof OpOutcome.Succeeded it
        && it.results().getFirst() instanceof OpResult.Attributes attributes) {
      return new JournalCopy(
          Objects.requireNonNull(attributes.attributes().get(JournalHead.ATTRIBUTE)), objects);
    }
    throw new IllegalStateException("a rank without a journal: " + head);
  }

  private static @Nullable Payload objectOf(MeasuredObjects all, long number) {
    OpOutcome outcome =
        all.execute(
            LAYOUT.nameOf(number),
            List.of(new ObjectOp.Read(new ByteRange(0, LAYOUT.objectBytes()))));
    return outcome instanceof OpOutcome.Succeeded it
            && it.results().getFirst() instanceof OpResult.Data data
        ? data.data()
        : null;
  }

  /** Bytes of the objects. */
  public long bytes() {
    return objects.stream().mapToLong(Payload::size).sum();
  }

  /**
   * Puts it into objects. Each call of the result makes a successor that reads and applies it, and
   * returns the number of rows that the successor then has.
   */
  public LongSupplier successors() {
    MeasuredObjects all = new MeasuredObjects();
    put(all, LAYOUT.headName(), new ObjectOp.SetAttribute(JournalHead.ATTRIBUTE, head));
    for (int i = 0; i < objects.size(); i++) {
      put(all, LAYOUT.nameOf(i), new ObjectOp.Write(0, objects.get(i)));
    }
    return () ->
        MeasuredRank.successor(all, RankConfig.Limits.usual(), LAYOUT.objectBytes()).rowsInMemory();
  }

  /** The same, after this process has rehearsed as that of a standby does. */
  public LongSupplier rehearsedSuccessors() {
    ReplayRehearsal rehearsal = new ReplayRehearsal();
    for (int i = 0; i < ReplayRehearsal.USUAL_ROUNDS; i++) {
      long _ = rehearsal.replay();
    }
    return successors();
  }

  private static void put(MeasuredObjects all, String name, ObjectOp operation) {
    if (!(all.execute(name, List.of(operation)) instanceof OpOutcome.Succeeded)) {
      throw new IllegalStateException("object %s does not take %s".formatted(name, operation));
    }
  }
}
