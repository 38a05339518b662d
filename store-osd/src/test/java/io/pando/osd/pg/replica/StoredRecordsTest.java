package io.pando.osd.pg.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.store.StoreOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store is not sent through all that was removed from the log before. */
class StoredRecordsTest {
  private final PgId group = new PgId(new PoolId(1), 0);
  private final StoredRecords records = new StoredRecords(group);

  private static Version version(long counter) {
    return new Version(3, counter);
  }

  private StoreOp removal(String from, Version to) {
    return new StoreOp.RemoveMeta(records.collection(), from, MetaKeys.behind(to));
  }

  @Test
  void theLogIsDroppedFromWhereItBegins() {
    assertThat(records.dropLogTo(version(7))).isEqualTo(removal(MetaKeys.LOG, version(7)));
    assertThat(records.dropLogTo(version(20)))
        .isEqualTo(removal(MetaKeys.behind(version(7)), version(20)));
  }

  @Test
  void whatAnotherLogRemembersMayBeOlderThanWhatWent() {
    records.dropLogTo(version(7));
    records.put(info(), List.of(entry(8)));
    assertThat(records.dropLogTo(version(8)))
        .isEqualTo(removal(MetaKeys.behind(version(7)), version(8)));
    records.put(info(), List.of(entry(4), entry(9)));
    assertThat(records.dropLogTo(version(9))).isEqualTo(removal(MetaKeys.LOG, version(9)));
  }

  private static LogEntry entry(long counter) {
    return LogEntry.elsewhere(version(counter));
  }

  private GroupInfo info() {
    return new GroupInfo(
        group,
        GroupInfo.LogBounds.at(version(2)),
        3,
        null,
        1,
        GroupInfo.History.fresh(1, 1),
        GroupInfo.Totals.NOTHING);
  }

  @Test
  void anotherLogMayBeginEarlier() {
    records.dropLogTo(version(7));
    assertThat(records.rewriteLog(info(), new GroupLog(version(2)))).hasSize(2);
    assertThat(records.dropLogTo(version(5))).isEqualTo(removal(MetaKeys.LOG, version(5)));
  }
}
