package io.pando.mds.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenTasksTest {
  private final OpenTasks tasks = new OpenTasks();
  private final List<String> ran = new ArrayList<>();

  private void whenEnded(String name) {
    tasks.whenEnded(() -> ran.add(name));
  }

  @Test
  void nothingWaitsForNothing() {
    whenEnded("a");
    assertThat(ran).containsExactly("a");
    tasks.end(tasks.begin());
    whenEnded("b");
    assertThat(ran).containsExactly("a", "b");
  }

  @Test
  void allThatBeganBeforeIsWaitedForInAnyOrder() {
    long first = tasks.begin();
    long second = tasks.begin();
    whenEnded("a");
    long third = tasks.begin();
    whenEnded("b");
    tasks.end(second);
    assertThat(ran).isEmpty();
    tasks.end(first);
    assertThat(ran).as("the third began later").containsExactly("a");
    tasks.end(third);
    assertThat(ran).containsExactly("a", "b");
  }

  @Test
  void whatWaitsMayWaitAgain() {
    long first = tasks.begin();
    tasks.whenEnded(() -> whenEnded("again"));
    tasks.end(first);
    assertThat(ran).containsExactly("again");
  }
}
