package io.pando.osd.pg.recovery.rebuild;

import io.pando.id.MemberId;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.fragment.FragmentReads;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.probe.Probe;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Searches for fragments of an object of which too few are known. First all members that may have
 * one are asked, this one last. If none of them has it, members that count their fragment as
 * missing, and have it in the wanted version, read all of it: their disks may have failed to read
 * it for a while.
 */
final class FragmentSearch {
  private final RebuildContext context;
  private final FragmentReads reads;
  private final Locations locations;
  private final Reappearances reappearances;

  FragmentSearch(RebuildContext context) {
    this.context = context;
    this.reads = context.reads();
    this.locations = context.locations();
    this.reappearances = new Reappearances(context.replica().config().waits().retryNanos());
  }

  /**
   * Begins the next step of a search.
   *
   * @param then called once all members that are asked have answered
   * @return false if no member is left to ask
   */
  boolean begin(Rebuild it, Consumer<Rebuild> then) {
    SortedSet<MemberId> untried = untried(it);
    if (!untried.isEmpty()) {
      Probe.reached("rebuild: further members are asked for fragments");
      untried.forEach(it.copy::onTried);
      ask(it, untried, look(it), (member, part) -> onTold(it, member, part), then);
      return true;
    }
    MemberId self = context.replica().self();
    if (it.targets.contains(self) && !it.bad.contains(self)) {
      ask(it, List.of(self), look(it), (_, part) -> onOwn(it, part), then);
      return true;
    }
    SortedSet<MemberId> lacking = new TreeSet<>(it.found);
    lacking.retainAll(it.targets);
    if (lacking.removeIf(member -> isBackAgain(it, member))) {
      Probe.reached("rebuild: a fragment that was whole by its own record is bad again");
    }
    if (lacking.isEmpty()) {
      return false;
    }
    ask(
        it,
        lacking,
        FragmentMessage.Query.readmission(it.copy.object, it.version),
        (member, part) -> onReadmitted(it, member, part),
        then);
    return true;
  }

  private boolean isBackAgain(Rebuild it, MemberId member) {
    return reappearances.isRecent(member, it.copy.object, context.replica().nowNanos());
  }

  private static FragmentMessage.Query look(Rebuild it) {
    return new FragmentMessage.Query(it.copy.object, it.version, List.of(), false);
  }

  private SortedSet<MemberId> untried(Rebuild it) {
    SortedSet<MemberId> untried = locations.possible(it.version);
    untried.removeAll(it.bad);
    untried.removeAll(it.found);
    untried.removeAll(locations.having(it.copy.object));
    untried.remove(context.replica().self());
    return untried;
  }

  private void ask(
      Rebuild it,
      Collection<MemberId> members,
      FragmentMessage.Query query,
      BiConsumer<MemberId, FragmentMessage.Part> answered,
      Consumer<Rebuild> then) {
    int[] awaited = {members.size()};
    for (MemberId member : members) {
      reads.ask(
          member,
          List.of(query),
          parts -> {
            answered.accept(member, parts.getFirst());
            if (--awaited[0] == 0) {
              then.accept(it);
            }
          });
    }
  }

  private static void onTold(Rebuild it, MemberId member, FragmentMessage.Part part) {
    if (!part.problem().isEmpty()) {
      it.onDamaged(member);
    }
    (isWanted(it, part) ? it.found : it.bad).add(member);
    it.copy.onOther(member, part.version());
  }

  /** The fragment here counts as missing; rows of it may be readable. */
  private void onOwn(Rebuild it, FragmentMessage.Part part) {
    MemberId self = context.replica().self();
    it.bad.add(self);
    if (isWanted(it, part)) {
      it.damaged.add(self);
    }
  }

  private void onReadmitted(Rebuild it, MemberId member, FragmentMessage.Part part) {
    if (isWanted(it, part)) {
      Probe.reached("rebuild: a fragment that counted as missing is whole");
      reappearances.add(member, it.copy.object, context.replica().nowNanos());
      it.targets.remove(member);
      locations.found(member, it.copy.object);
    } else {
      if (!part.problem().isEmpty()) {
        it.onDamaged(member);
      }
      // Without a problem it had no room to record that its fragment is whole.
      it.damaged.add(member);
      it.found.remove(member);
      it.bad.add(member);
    }
  }

  private static boolean isWanted(Rebuild it, FragmentMessage.Part part) {
    return part.problem().isEmpty() && part.version().equals(it.version);
  }
}
