package io.pando.osd.pg.fragment;

import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Asks members once more about fragments that they count as missing, which they told in an answer
 * about a version that is not the newest any more. An update that overtakes such an answer may
 * replace the fragment, which then is whole, or leave it missing in a newer version; which of the
 * two tells an answer that no update overtakes. Without it the primary would believe for the rest
 * of the interval that the member has the fragment.
 *
 * <p>If clients keep writing an object, updates overtake every answer. After some of them the
 * fragment counts as missing anyway: then it is rebuilt, even if it is whole, and updates wait for
 * that.
 */
final class SecondLook {
  private static final Limit MOST_OVERTAKEN =
      Limit.of("fragments: answers of a second look that updates overtake", 1, 8);

  private record Fragment(MemberId member, ObjectId object) implements Comparable<Fragment> {
    @Override
    public int compareTo(Fragment other) {
      int members = member.compareTo(other.member);
      return members == 0 ? object.compareTo(other.object) : members;
    }
  }

  private final Replica replica;
  private final PrimaryReplication replication;
  private final FragmentQuestions questions;
  private final FragmentSources sources;
  private final SortedSet<Fragment> underWay = new TreeSet<>();

  SecondLook(
      Replica replica,
      PrimaryReplication replication,
      FragmentQuestions questions,
      FragmentSources sources) {
    this.replica = replica;
    this.replication = replication;
    this.questions = questions;
    this.sources = sources;
  }

  /**
   * Takes an answer that does not tell about the newest version of an object. If the member counts
   * its fragment as missing, it is asked again once all updates of the object are committed.
   */
  void ifMissing(MemberId member, ObjectId object, FragmentMessage.Part part) {
    Version version = part.lack().missing();
    Fragment fragment = new Fragment(member, object);
    if (version != null && underWay.add(fragment)) {
      look(fragment, version, 0);
    }
  }

  /**
   * Looks at a fragment.
   *
   * @param version in which it was missing
   * @param overtaken how often updates were under way when it was to be looked at, or were ordered
   *     before the answer came
   */
  private void look(Fragment fragment, Version version, int overtaken) {
    ObjectId object = fragment.object();
    if (isRemoved(object) || !sources.holders(object).contains(fragment.member())) {
      underWay.remove(fragment);
      return;
    }
    Version newest = VersionDoubts.known(replica, object).orElse(version);
    if (overtaken >= MOST_OVERTAKEN.value()) {
      Probe.reached("fragments: updates overtake all answers about a missing fragment");
      underWay.remove(fragment);
      onMissing(fragment, newest);
    } else if (replication.touches(object)) {
      replication.whenCommitted(() -> look(fragment, version, overtaken + 1));
    } else {
      Probe.reached("fragments: a member is asked again whether its own is missing");
      questions.ask(
          fragment.member(),
          List.of(new FragmentMessage.Query(object, newest, List.of(), false)),
          parts -> onAnswer(fragment, parts.getFirst().lack().missing(), overtaken));
    }
  }

  private void onAnswer(Fragment fragment, @Nullable Version missing, int overtaken) {
    ObjectId object = fragment.object();
    if (missing != null && isOvertaken(object, missing)) {
      Probe.reached("fragments: an update overtakes the second answer too");
      look(fragment, missing, overtaken + 1);
      return;
    }
    underWay.remove(fragment);
    if (missing != null && sources.holders(object).contains(fragment.member())) {
      Probe.reached("fragments: a member counts its own as missing after an update");
      onMissing(fragment, missing);
    }
  }

  /** Whether the newest update removes the object: then no member lacks it. */
  private boolean isRemoved(ObjectId object) {
    return replica
        .log()
        .newestOf(object)
        .filter(entry -> entry.kind() == LogEntry.Kind.DELETE)
        .isPresent();
  }

  private void onMissing(Fragment fragment, Version version) {
    sources.onBad(fragment.member(), fragment.object(), version, "it counts as missing there");
  }

  /** Whether there was an update of the object since the member answered. */
  private boolean isOvertaken(ObjectId object, Version missing) {
    return replication.touches(object)
        || replica
            .log()
            .newestOf(object)
            .filter(entry -> entry.version().isAfter(missing))
            .isPresent();
  }
}
