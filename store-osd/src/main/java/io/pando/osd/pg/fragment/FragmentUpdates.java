package io.pando.osd.pg.fragment;

import io.pando.erasure.FragmentRange;
import io.pando.erasure.Positions;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.FragmentCounts;
import io.pando.osd.pg.write.UpdatePlanner;
import io.pando.probe.Probe;
import java.util.List;
import java.util.function.Consumer;

/**
 * Divides updates among the positions. Of a stripe that is written in part, the bytes that its
 * parity needs are read first, unless they are at hand.
 */
public final class FragmentUpdates implements UpdatePlanner {
  private static final Positions ALL = Positions.first(Positions.MOST);

  private final Replica replica;
  private final Fragments fragments;
  private final FragmentReads reads;
  private final StripesAtHand atHand;

  public FragmentUpdates(Replica replica, Fragments fragments, FragmentReads reads) {
    this.replica = replica;
    this.fragments = fragments;
    this.reads = reads;
    this.atHand = new StripesAtHand(fragments);
  }

  @Override
  public void plan(Draft draft, Consumer<Plan> then, Runnable blocked) {
    ObjectState before = draft.before();
    ObjectEdit edit = edit(draft);
    StripeEdits edits = StripeEdits.of(fragments, before.sizeBytes(), edit);
    boolean makesAll = !before.exists() || edit.replaces();
    Positions held = makesAll ? ALL : reads.held(draft.object());
    RowBytes known = atHand.of(draft.object(), before.version());
    List<FragmentRange> wanted =
        edits.reads(fragments).stream()
            .filter(part -> isNeeded(part.position(), held))
            .filter(part -> !known.covers(part.position(), part.range()))
            .toList();
    reads.read(
        new FragmentReads.Request(
            draft.object(),
            before.version(),
            before.sizeBytes(),
            wanted,
            FragmentReads.Purpose.UPDATE),
        rows -> {
          if (!makesAll && !reads.held(draft.object()).equals(held)) {
            Probe.reached("fragments: members got a fragment while old bytes of it were read");
            blocked.run();
            return;
          }
          RowBytes old = new RowBytes();
          old.addAll(rows);
          old.addAll(known);
          then.accept(plan(draft, edits, held, old));
        },
        blocked);
  }

  private static ObjectEdit edit(Draft draft) {
    return ObjectEdit.of(draft.before().exists(), draft.before().sizeBytes(), draft.steps());
  }

  /** Old data may have to be computed; parity that no member has need not be known. */
  private boolean isNeeded(int position, Positions held) {
    return held.contains(position) || fragments.code().dataPositions().contains(position);
  }

  private Plan plan(Draft draft, StripeEdits edits, Positions held, RowBytes old) {
    StripeCoder coder = new StripeCoder(fragments, held, old);
    coder.compute(edits);
    return (steps, after) -> {
      ObjectEdit edit = ObjectEdit.of(draft.before().exists(), draft.before().sizeBytes(), steps);
      atHand.put(draft.object(), after, edits, coder.known());
      replica.emit(
          new Effect.CountFragments(FragmentCounts.updated(edits.count(fragments.layout()))));
      return new FragmentSteps(
          fragments,
          new FragmentSteps.Change(
              replica.group(), draft.object(), draft.before(), after, draft.view()),
          edit,
          edits,
          coder);
    };
  }
}
