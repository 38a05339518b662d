package io.pando.osd.pg.recovery.rebuild;

import io.pando.bytes.Payload;
import io.pando.format.GroupRecords;
import io.pando.group.ChangedRows;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.log.ChangesSince;
import io.pando.osd.pg.replica.Replica;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Finds out of which objects only some rows need be rebuilt: every member that lacks the fragment
 * has it in an older version, missed nothing but updates, and the log tells what they changed. A
 * member that fell behind is asked for its version, which it looks up again when the rows arrive.
 */
final class OlderFragments {
  /** Beyond that, the rows between some ranges are rebuilt too. */
  private static final Limit MOST_RANGES = Limit.of("rebuild: ranges of rows that changed", 1, 256);

  private final RebuildContext context;
  private final Replica replica;

  OlderFragments(RebuildContext context) {
    this.context = context;
    this.replica = context.replica();
  }

  /** Looks for older fragments; {@code then} is not called if the interval ends before. */
  void look(List<Rebuild> some, Consumer<List<Rebuild>> then) {
    SortedMap<MemberId, List<Rebuild>> asked = new TreeMap<>();
    for (Rebuild it : some) {
      if (logTells(it)) {
        it.targets.forEach(member -> asked.computeIfAbsent(member, _ -> new ArrayList<>()).add(it));
      }
    }
    if (asked.isEmpty()) {
      then.accept(some);
      return;
    }
    int[] awaited = {asked.size()};
    asked.forEach((member, objects) ->
        context
            .reads()
            .ask(
                member,
                objects.stream().map(OlderFragments::query).toList(),
                parts -> {
                  for (int i = 0; i < parts.size(); i++) {
                    note(objects.get(i), member, parts.get(i));
                  }
                  if (--awaited[0] == 0) {
                    some.forEach(this::decide);
                    then.accept(some);
                  }
                }));
  }

  /** Whether the log tells what the newest update changed, and all members know what they lack. */
  private boolean logTells(Rebuild it) {
    Optional<LogEntry> newest = replica.log().newestOf(it.copy.object);
    return newest.isPresent()
        && newest.get().version().equals(it.version)
        && newest.get().changed() != null
        && it.targets.stream().allMatch(this::isFollowing);
  }

  private boolean isFollowing(MemberId member) {
    return member.equals(replica.self()) || !context.locations().peer(member).isFilled();
  }

  private static FragmentMessage.Query query(Rebuild it) {
    return new FragmentMessage.Query(it.copy.object, it.version, List.of(), true);
  }

  /**
   * Notes the version of a member's fragment if it is whole and has the size that it should have.
   */
  private void note(Rebuild it, MemberId member, FragmentMessage.Part part) {
    Payload stamp = part.attributes().get(ObjectInfo.ATTRIBUTE);
    if (!part.lack().behind() || stamp == null || !it.version.isAfter(part.version())) {
      Probe.reached("rebuild: the fragment of a member cannot stay in part");
      return;
    }
    ObjectInfo info = GroupRecords.OBJECT.decode(stamp);
    if (part.fragmentBytes()
        == context.fragments().fragmentBytes(member.position(), info.objectBytes())) {
      it.bases.put(member, info.version());
    }
  }

  private void decide(Rebuild it) {
    ChangedRows all = ChangedRows.NONE;
    for (MemberId member : it.targets) {
      Version base = it.bases.get(member);
      ChangedRows changed =
          base == null ? null : ChangesSince.of(replica.log(), it.copy.object, base, it.version);
      if (changed == null) {
        it.restart();
        return;
      }
      all = all.with(changed);
    }
    Probe.reached("fragments: only changed stripes are rebuilt");
    Probe.reachedIf(it.targets.size() > 1, "rebuild: members keep parts of different fragments");
    it.changed = all.inAtMost(MOST_RANGES.value());
  }
}
