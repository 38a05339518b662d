package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

class MonitorMembersTest {
  private final RuleBook book = new RuleBook();

  private static NodeId mon(int number) {
    return new NodeId(NodeId.Role.MON, number);
  }

  private static Change add(int number) {
    return new Change.AddMonitor(mon(number), "10.0.0." + number, 6789, 6790);
  }

  private List<Long> lives() {
    return book.map().monitors().stream().map(MonitorInfo::life).toList();
  }

  @Test
  void anAddedMonitorLivesFromItsMapOn() {
    assertThat(book.accept(add(2)))
        .contains("start it with an empty folder (mon --id 2)", "Now there are 2");
    assertThat(book.accept(add(1))).doesNotContain("Now there are");
    assertThat(book.map().monitors())
        .extracting(MonitorInfo::node)
        .containsExactly(mon(0), mon(1), mon(2));
    assertThat(lives()).containsExactly(0L, 3L, 2L);
    assertThat(book.acceptInVain(add(2))).contains("is a monitor already");
  }

  @Test
  void anIdThatExistsAndAnAddressInUseAreRefusedWithTheWayOut() {
    book.accept(add(1));
    assertThat(book.reject(new Change.AddMonitor(mon(1), "10.0.0.9", 6789, 6790)))
        .contains("mon.1 is a monitor already, at 10.0.0.1:6789", "mon move 1");
    assertThat(book.reject(new Change.AddMonitor(mon(2), "10.0.0.1", 7000, 6789)))
        .contains("mon.1 uses a port", "choose other ports");
    assertThat(book.reject(new Change.AddMonitor(mon(2), "10.0.0.2", 7000, 7000)))
        .contains("must differ");
    assertThat(book.reject(new Change.AddMonitor(mon(2), " ", 7000, 70_000)))
        .contains("needs a host and two ports");
  }

  @Test
  void theLastMonitorStays() {
    assertThat(book.reject(new Change.RemoveMonitor(mon(0))))
        .contains("mon.0 is the last monitor", "add another first");
    assertThat(book.acceptInVain(new Change.RemoveMonitor(mon(4))))
        .contains("mon.4 is not a monitor of this cluster; there are mon.0");
    book.accept(add(1));
    book.accept(new Change.RemoveMonitor(mon(0)));
    assertThat(book.map().monitors()).extracting(MonitorInfo::node).containsExactly(mon(1));
  }

  @Test
  void whoeverMovesOrBeginsAnewHasANewLife() {
    book.accept(add(1));
    book.accept(new Change.MoveMonitor(mon(0), "10.0.0.7", 6789, 6790));
    assertThat(lives()).containsExactly(3L, 2L);
    book.acceptInVain(new Change.MoveMonitor(mon(0), "10.0.0.7", 6789, 6790));
    book.accept(new Change.RejoinMonitor(mon(1), 2));
    assertThat(lives()).containsExactly(3L, 4L);
    assertThat(book.reject(new Change.RejoinMonitor(mon(1), 2))).contains("began its life 4");
    assertThat(book.reject(new Change.RejoinMonitor(mon(8), 0)))
        .contains("add it first (mon add 8)");
    assertThat(book.reject(new Change.MoveMonitor(mon(8), "h", 1, 2))).contains("there are mon.0");
  }

  @Test
  void theOnlyMonitorNeitherMovesNorBeginsAnew() {
    assertThat(book.reject(new Change.MoveMonitor(mon(0), "10.0.0.7", 6789, 6790)))
        .contains("only monitor", "add another first");
    assertThat(book.reject(new Change.RejoinMonitor(mon(0), 0))).contains("mon rescue");
  }

  @Test
  void thereIsALimit() {
    for (int i = 1; i < MonitorMembers.MAX_MONITORS; i++) {
      book.accept(add(i));
    }
    assertThat(book.reject(add(99))).contains("remove one first");
  }
}
