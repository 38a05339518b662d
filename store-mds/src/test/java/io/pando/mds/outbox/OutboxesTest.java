package io.pando.mds.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.message.FileMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxesTest {
  private static final FileMessage MESSAGE = new FileMessage.Recall(1);

  private final List<FileMessage> sent = new ArrayList<>();
  private final Outboxes outboxes = new Outboxes((session, message) -> sent.add(message));

  @Test
  void aMessageThatShowsAChangeAwaitsTheJournal() {
    outboxes.open(1);
    outboxes.send(1, 0, MESSAGE);
    assertThat(outboxes.awaits(3)).isFalse();
    outboxes.send(1, 4, MESSAGE);
    assertThat(sent).hasSize(1);
    assertThat(outboxes.awaits(3)).isTrue();
    outboxes.onDurable(4);
    assertThat(sent).hasSize(2);
    assertThat(outboxes.awaits(4)).isFalse();
  }

  @Test
  void aClientAwaitsTheJournal() {
    outboxes.await(5);
    outboxes.await(2);
    assertThat(outboxes.awaits(4)).isTrue();
    assertThat(outboxes.awaits(5)).isFalse();
  }

  @Test
  void aQuestionIsAnsweredWhenTheJournalHasTheRecord() {
    outboxes.open(1);
    outboxes.ask(1, 7, 4, 4);
    assertThat(sent).containsExactly(new FileMessage.JournalWritten(7));
    sent.clear();
    outboxes.ask(1, 8, 6, 4);
    outboxes.send(1, 9, MESSAGE);
    assertThat(outboxes.awaits(5)).isTrue();
    outboxes.onDurable(5);
    assertThat(sent).isEmpty();
    outboxes.onDurable(6);
    assertThat(sent).containsExactly(new FileMessage.JournalWritten(8));
    outboxes.onDurable(7);
    assertThat(sent).hasSize(1);
  }

  @Test
  void aQuestionOfAnOlderConnectionIsNotAnswered() {
    outboxes.open(1);
    outboxes.ask(1, 8, 6, 4);
    outboxes.drop(1);
    outboxes.onDurable(6);
    outboxes.close(1);
    outboxes.ask(1, 9, 6, 6);
    assertThat(sent).isEmpty();
  }

  @Test
  void aRenewalIsNamedOnceTheJournalHasWhatCameBefore() {
    outboxes.open(1);
    outboxes.mark(1, 3, 6, 5);
    outboxes.mark(1, 4, 7, 5);
    assertThat(outboxes.awaits(5)).as("nobody waits for that").isFalse();
    outboxes.onDurable(6);
    assertThat(outboxes.journaled(1)).isEqualTo(3);
    outboxes.drop(1);
    outboxes.onDurable(7);
    assertThat(outboxes.journaled(1)).as("over another connection").isEqualTo(4);
    outboxes.mark(1, 5, 7, 7);
    assertThat(outboxes.journaled(1)).isEqualTo(5);
    outboxes.mark(1, 6, 8, 7);
    outboxes.close(1);
    outboxes.onDurable(8);
    assertThat(outboxes.journaled(1)).isZero();
    assertThat(sent).isEmpty();
  }
}
