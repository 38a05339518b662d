package io.pando.mds.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal that is written, cut, interrupted, read and continued. */
class JournalTest {
  private static final JournalLayout LAYOUT = new JournalLayout(3, 1024);
  private final JournalObjects objects = new JournalObjects();
  private JournalWriter journal = new JournalWriter(LAYOUT, JournalEnd.EMPTY);

  private void settle() {
    while (objects.asked() > 0) {
      objects.doNext(journal);
    }
  }

  private ReadJournal read() {
    return ReadJournal.of(LAYOUT, objects, 3, it -> it.toUtf8().startsWith("segment"));
  }

  private long append(String text) {
    return journal.append(Payload.utf8(text), objects::ask);
  }

  private long begin(String text) {
    return journal.beginSegment(Payload.utf8("segment " + text), objects::ask);
  }

  private static List<String> texts(ReadJournal read) {
    return read.records().stream().map(Payload::toUtf8).toList();
  }

  @Test
  void recordsOfAStepAreOneBatch() {
    journal.hold();
    append("a");
    append("b");
    assertThat(objects.asked()).as("batches of a journal that is held").isZero();
    journal.release(objects::ask);
    assertThat(objects.asked()).isEqualTo(1);
    journal.hold();
    objects.doNext(journal);
    assertThat(journal.durable()).isEqualTo(2);
    append("c");
    assertThat(objects.asked()).isZero();
    journal.release(objects::ask);
    settle();
    assertThat(journal.batches()).isEqualTo(2);
    assertThat(texts(read())).containsExactly("a", "b", "c");
  }

  @Test
  void recordsAreDurableInOrderAndShareBatches() {
    assertThat(append("a")).isEqualTo(1);
    assertThat(append("b")).isEqualTo(2);
    assertThat(append("c")).isEqualTo(3);
    assertThat(objects.asked()).as("one batch at a time").isEqualTo(1);
    assertThat(journal.durable()).isZero();
    objects.doNext(journal);
    assertThat(journal.durable()).isEqualTo(1);
    assertThat(objects.asked()).isEqualTo(1);
    objects.doNext(journal);
    assertThat(journal.durable()).isEqualTo(3);
    assertThat(journal.ordered()).isEqualTo(3);
    assertThat(texts(read())).containsExactly("a", "b", "c");
    assertThat(journal.bytes()).isEqualTo(objects.bytes());
  }

  @Test
  void whatIsUnderWayWhenTheWriterDiesIsThereAsAWholeOrNotAtAll() {
    append("a");
    append("b");
    append("c");
    objects.doNext(journal);
    objects.crash(0);
    assertThat(texts(read())).containsExactly("a");
    journal = new JournalWriter(LAYOUT, read().wholeEnd());
    append("d");
    settle();
    assertThat(texts(read())).containsExactly("a", "d");
    assertThat(read().wholeEnd().sequence()).isEqualTo(3);
  }

  @Test
  void recordsDoNotCrossObjects() {
    String large = "x".repeat(500);
    for (int i = 0; i < 5; i++) {
      append(i + large);
      settle();
    }
    assertThat(objects.objects().keySet())
        .containsExactly("journal.3.0", "journal.3.1", "journal.3.2", "journal.3.3", "journal.3.4");
    assertThat(texts(read())).hasSize(5);
    int most = journal.mostRecordBytes();
    append("y".repeat(most));
    settle();
    assertThat(Objects.requireNonNull(objects.object("journal.3.5")).size()).isEqualTo(1024);
    append("z");
    settle();
    assertThat(texts(read())).hasSize(7).endsWith("z");
    assertThatThrownBy(() -> append("y".repeat(most + 1)))
        .isInstanceOf(Invariant.BrokenInvariant.class);
  }

  @Test
  void segmentsBeginAfterAnObjectWasBegunAndEndTheBatchBefore() {
    assertThat(journal.segmentIsDue()).isTrue();
    assertThat(begin("1")).isEqualTo(1);
    assertThat(journal.segmentIsDue()).isFalse();
    append("a");
    append("x".repeat(950));
    append("b");
    objects.doNext(journal);
    assertThat(journal.segmentIsDue()).as("the batch is in object 0").isFalse();
    objects.doNext(journal);
    assertThat(journal.segmentIsDue()).as("the batch is in object 1").isTrue();
    long second = begin("2");
    append("c");
    settle();
    assertThat(read().wholeEnd().segments().stream().map(JournalEnd.Segment::first))
        .containsExactly(1L, second);
    assertThat(journal.segments()).containsExactly(1L, second);
  }

  @Test
  void trimmingRemovesObjectsOnceTheHeadIsDurable() {
    List<Long> begins = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      if (journal.segmentIsDue()) {
        begins.add(begin("" + i));
      }
      append(i + "x".repeat(200));
      settle();
    }
    long before = journal.bytes();
    assertThat(begins).hasSizeGreaterThan(5);
    journal.trim(begins.get(4), objects::ask);
    assertThat(objects.objects()).containsKey("journal.3.0");
    assertThat(journal.bytes()).isEqualTo(before);
    objects.doNext(journal);
    assertThat(journal.bytes()).isLessThan(before);
    settle();
    assertThat(objects.objects()).doesNotContainKeys("journal.3.0", "journal.3.3");
    assertThat(read().records().getFirst().toUtf8()).startsWith("segment");
    assertThat(read().wholeEnd().segments().getFirst().first()).isEqualTo(begins.get(4));
    assertThat(read().wholeEnd().sequence()).isEqualTo(journal.ordered() + 1);
  }

  @Test
  void objectsThatWereNotRemovedInTimeAreRemovedLater() {
    List<Long> begins = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      if (journal.segmentIsDue()) {
        begins.add(begin("" + i));
      }
      append(i + "x".repeat(200));
      settle();
    }
    journal.trim(begins.getLast(), objects::ask);
    objects.crash(1);
    assertThat(objects.objects()).containsKey("journal.3.0");
    journal = new JournalWriter(LAYOUT, read().wholeEnd());
    journal.removeLeftOver(objects::ask);
    settle();
    assertThat(objects.objects()).doesNotContainKey("journal.3.0");
    assertThat(texts(read()).getFirst()).startsWith("segment");
  }

  @Test
  void aMissingObjectIsDamageUnlessNothingFollows() {
    for (int i = 0; i < 5; i++) {
      append(i + "x".repeat(600));
      settle();
    }
    objects.objects().remove("journal.3.4");
    assertThat(texts(read())).as("the end of a journal is not known otherwise").hasSize(4);
    objects.objects().remove("journal.3.2");
    assertThat(read().records()).hasSize(2);
    assertThat(Objects.requireNonNull(read().damage()).toString()).contains("journal.3.1");
    objects.objects().remove("journal.3.0");
    assertThat(read().records()).isEmpty();
    assertThat(read().end()).isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyFlippedBitIsFound(long seed) {
    Random64 random = new Random64(seed);
    for (int i = 0; i < 30; i++) {
      append("x".repeat(random.nextInt(300)));
      if (random.nextBoolean()) {
        settle();
      }
    }
    settle();
    List<String> all = texts(read());
    for (int i = 0; i < 200; i++) {
      long at = random.nextInt((int) objects.bytes());
      int bit = random.nextInt(8);
      String name = objects.flip(at, bit);
      ReadJournal read = read();
      if (read.damage() == null) {
        assertThat(texts(read)).as("bit %d of byte %d, %s", bit, at, name).isEqualTo(all);
      } else {
        assertThat(texts(read)).isEqualTo(all.subList(0, read.records().size()));
        assertThat(read.damage().object()).as(read.damage().what()).isEqualTo(name);
      }
      objects.flip(at, bit);
    }
    assertThat(texts(read())).isEqualTo(all);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void crashesLoseNothingThatWasDurable(long seed) {
    Random64 random = new Random64(seed);
    List<String> appended = new ArrayList<>();
    long trimmed = 1;
    for (int i = 0; i < 2_000; i++) {
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3, 4 -> {
          String text =
              (journal.segmentIsDue() ? "segment " : "") + i + "x".repeat(random.nextInt(400));
          if (journal.segmentIsDue()) {
            journal.beginSegment(Payload.utf8(text), objects::ask);
          } else {
            append(text);
          }
          appended.add(text);
        }
        case 5 -> {
          List<Long> begins =
              journal.segments().stream().filter(it -> it <= journal.durable()).toList();
          if (!begins.isEmpty()) {
            trimmed = begins.get(random.nextInt(begins.size()));
            journal.trim(trimmed, objects::ask);
          }
        }
        case 6 -> {
          if (random.oneIn(5)) {
            long durable = journal.durable();
            objects.crash(random.nextInt(1 << 16));
            ReadJournal read = read();
            long first = objects.head().sequence();
            List<String> expected = appended.subList((int) first - 1, appended.size());
            assertThat(texts(read)).isEqualTo(expected.subList(0, read.records().size()));
            long last = read.wholeEnd().sequence() - 1;
            assertThat(last).isGreaterThanOrEqualTo(durable);
            appended = new ArrayList<>(appended.subList(0, (int) last));
            journal = new JournalWriter(LAYOUT, read.wholeEnd());
            journal.removeLeftOver(objects::ask);
          }
        }
        default -> {
          if (objects.asked() > 0) {
            objects.doNext(journal);
          }
        }
      }
    }
    settle();
    assertThat(journal.durable()).isEqualTo(appended.size());
    assertThat(texts(read()))
        .isEqualTo(appended.subList((int) objects.head().sequence() - 1, appended.size()));
    long firstKept = LAYOUT.objectOf(objects.head().begin());
    assertThat(objects.objects().keySet())
        .allMatch(it -> Long.parseLong(it.substring("journal.3.".length())) >= firstKept);
  }
}
