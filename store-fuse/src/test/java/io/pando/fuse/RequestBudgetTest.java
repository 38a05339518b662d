package io.pando.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class RequestBudgetTest {
  private final RequestBudget budget = new RequestBudget(100);

  private CompletableFuture<Boolean> awaitInAnotherThread() {
    CompletableFuture<Boolean> room = new CompletableFuture<>();
    Thread thread = Thread.ofPlatform().daemon().start(() -> room.complete(budget.awaitRoom()));
    Awaitility.await().until(() -> room.isDone() || thread.getState() == Thread.State.WAITING);
    return room;
  }

  @Test
  void fullBudgetHoldsReadersBack() throws Exception {
    budget.take(100);
    assertThat(budget.awaitRoom()).isTrue();
    budget.take(50);
    CompletableFuture<Boolean> room = awaitInAnotherThread();
    assertThat(room).isNotDone();
    budget.giveBack(50);
    assertThat(room.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void endLetsReadersGo() throws Exception {
    budget.take(150);
    CompletableFuture<Boolean> room = awaitInAnotherThread();
    budget.end();
    assertThat(room.get(30, TimeUnit.SECONDS)).isFalse();
  }
}
