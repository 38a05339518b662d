package io.pando.osd.pg.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.log.LogMerge;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a replica whose log is made the authoritative one. */
class ReplicaMergeTest {
  private static final int OBJECTS = 6;

  private final GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
  private final Replica replica = harness.replica;
  private List<ObjectId> objects = List.of();

  @BeforeEach
  void write() {
    for (int i = 0; i < OBJECTS; i++) {
      replica.append(harness.update("o" + i, new RequestId(9, i + 1L)), Version.ZERO, () -> {});
    }
    harness.settle();
    objects = harness.store.ids();
  }

  /** The log here, and behind it an update of each object, every other one a removal. */
  private LogMerge theirs() {
    List<LogEntry> entries = new ArrayList<>(replica.log().entries());
    Version version = replica.log().head();
    for (int i = 0; i < OBJECTS; i++) {
      ObjectId object = objects.get(i);
      Version prior = replica.log().newestOf(object).orElseThrow().version();
      version = version.next(Maps.EPOCH + 1);
      entries.add(
          new LogEntry(
              version,
              prior,
              object,
              i % 2 == 0 ? LogEntry.Kind.MODIFY : LogEntry.Kind.DELETE,
              new RequestId(9, 100L + i),
              List.of()));
    }
    return LogMerge.of(replica.log(), Version.ZERO, entries);
  }

  private void merge() {
    replica.merge(theirs(), replica.info());
    harness.settle();
  }

  @Test
  void whatOthersChangedIsMissingAndWhatTheyRemovedGoes() {
    merge();
    assertThat(replica.missing()).containsOnlyKeys(objects.get(0), objects.get(2), objects.get(4));
    assertThat(harness.store.ids()).containsExactly(objects.get(0), objects.get(2), objects.get(4));
    assertThat(replica.log().head()).isEqualTo(new Version(Maps.EPOCH + 1, 2 * OBJECTS));
  }

  /** The rest comes by backfill, whatever it is. */
  @Test
  void aReplicaThatIsBeingFilledLacksOnlyWhatItHasAlready() {
    replica.update(info -> info.withBackfill(objects.get(1)));
    merge();
    assertThat(replica.missing()).containsOnlyKeys(objects.get(0));
    assertThat(harness.store.ids())
        .containsExactlyElementsOf(
            objects.stream().filter(it -> !it.equals(objects.get(1))).toList());
  }

  /** A root of before tells of updates that may be given up. */
  @Test
  void rootsOfBeforeAreForgotten() {
    Version early = new Version(Maps.EPOCH, 3);
    Version head = replica.log().head();
    assertThat(replica.root(early)).isNotNull().isNotEqualTo(replica.root(head));
    replica.merge(LogMerge.of(replica.log(), head, List.of()), replica.info());
    assertThat(replica.root(early)).isNull();
    assertThat(replica.root(head)).as("that is what the tree has").isNotNull();
  }
}
