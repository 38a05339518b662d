package io.pando.disk.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.report.DeviceWrites;
import io.pando.report.Durations;
import io.pando.report.Lookups;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AccountTest {
  @Test
  void everyByteIsInOneCategory() {
    Account account = new Account();
    account.data(8192);
    account.log(5000, 3192);
    account.flush();
    account.meter(() -> new MetadataMeter.Reading(100, 20, 3, 4, 5, 6));
    DeviceWrites written = account.written();
    assertThat(written)
        .isEqualTo(
            new DeviceWrites(
                8192,
                5000,
                3196,
                new DeviceWrites.Tables(100, 20, 3),
                new DeviceWrites.Calls(2, 1)));
    assertThat(written.bytes()).isEqualTo(8192 + 8192 + 127);
    account.data(4096);
    assertThat(account.written().since(written))
        .isEqualTo(
            new DeviceWrites(
                4096, 0, 0, new DeviceWrites.Tables(0, 0, 0), new DeviceWrites.Calls(1, 0)));
    assertThat(account.written().since(written).plus(written)).isEqualTo(account.written());
  }

  @Test
  void whatIsReadMeanwhileCountsForWhatWasAsked() {
    AtomicLong blocks = new AtomicLong(7);
    Account account = new Account();
    account.meter(() -> new MetadataMeter.Reading(0, 0, 0, 0, blocks.get(), 4096 * blocks.get()));
    MetadataMeter.Reading before = account.metadata();
    blocks.addAndGet(3);
    account.lookedUp(Account.Lookup.LIST, 512, before);
    before = account.metadata();
    account.lookedUp(Account.Lookup.KEYS, 2, before);
    assertThat(account.performance().lookups()).isEqualTo(new Lookups(512, 3, 3 * 4096, 2, 0, 0));
  }

  @Test
  void stagesAreTimedEachForItself() {
    Account account = new Account();
    account.took(Account.Stage.LOG, 500);
    account.bind(new SimpleMeterRegistry(), Tags.of("shard", "0"));
    account.took(Account.Stage.LOG, 1_000);
    account.took(Account.Stage.LOG, 3_000);
    Durations log = account.performance().stages().get(Account.Stage.LOG.label());
    assertThat(log).isNotNull().satisfies(it -> assertThat(it.meanNanos()).isEqualTo(2_000));
    assertThat(account.performance().stages().get(Account.Stage.WAIT.label()))
        .isEqualTo(Durations.NONE);
    assertThat(account.performance().stages()).hasSize(Account.Stage.values().length);
  }

  @Test
  void aRegistryShowsBytesByPurposeAndTheNewestTraits() {
    Account account = new Account();
    account.trait("io", "plain");
    MeterRegistry registry = new SimpleMeterRegistry();
    account.bind(registry, Tags.of("shard", "1"));
    account.data(8192);
    account.log(5000, 3192);
    account.trait("io", "uring");
    assertThat(registry.get("pando.store.written").tags("purpose", "data", "shard", "1"))
        .satisfies(it -> assertThat(it.functionCounter().count()).isEqualTo(8192));
    assertThat(registry.get("pando.store.written").tag("purpose", "padding"))
        .satisfies(it -> assertThat(it.functionCounter().count()).isEqualTo(3192));
    assertThat(registry.get("pando.store.writes").functionCounter().count()).isEqualTo(2);
    assertThat(registry.get("pando.store.trait").gauges())
        .singleElement()
        .satisfies(it -> assertThat(it.getId().getTag("value")).isEqualTo("uring"));
  }
}
