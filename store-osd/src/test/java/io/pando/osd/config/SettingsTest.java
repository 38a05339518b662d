package io.pando.osd.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.group.ScrubKind;
import io.pando.osd.pg.lease.LeaseTerm;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.ScrubLimits;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which settings of a storage daemon make sense: the last that does, and the first that does not.
 */
class SettingsTest {
  private static final OsdConfig OSD = OsdConfig.defaults();

  /** The same with another value of one component. */
  private static void with(Record settings, String name, long value) throws Throwable {
    RecordComponent[] components = settings.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    boolean known = false;
    for (int i = 0; i < components.length; i++) {
      values[i] = components[i].getAccessor().invoke(settings);
      if (components[i].getName().equals(name)) {
        known = true;
        values[i] = components[i].getType() == int.class ? (Object) (int) value : (Object) value;
      }
    }
    assertThat(known).as("a setting is called " + name).isTrue();
    try {
      settings
          .getClass()
          .getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new))
          .newInstance(values);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void check(Record settings, String name, long allowed, long refused) {
    assertThatCode(() -> with(settings, name, allowed)).doesNotThrowAnyException();
    assertThatThrownBy(() -> with(settings, name, refused))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "heartbeatNanos, 1, 0",
    "heartbeatNanos, 750000000, 750000001",
    "graceNanos, 500000001, 500000000",
    "beaconNanos, 1, 0"
  })
  void ofLiveness(String name, long allowed, long refused) {
    check(OSD.liveness(), name, allowed, refused);
  }

  @ParameterizedTest
  @CsvSource({"maxClientOps, 1, 0", "maxClientBytes, 1, 0", "maxHeldBytes, 1, 0", "logBytes, 1, 0"})
  void ofResources(String name, long allowed, long refused) {
    check(OSD.limits(), name, allowed, refused);
  }

  @ParameterizedTest
  @CsvSource({
    "slots, 1, 0",
    "guestSlots, 1, 0",
    "idleNanos, 0, -1",
    "pausePercent, 0, -1",
    "maxPauseNanos, 0, -1"
  })
  void ofRecovery(String name, long allowed, long refused) {
    check(RecoverySettings.defaults(), name, allowed, refused);
  }

  @ParameterizedTest
  @CsvSource({
    "maxLogEntries, 1, 0",
    "maxLogBytes, 1, 0",
    "maxRemembered, 1, 0",
    "maxRememberedBytes, 1, 0"
  })
  void ofTheLogOfAGroup(String name, long allowed, long refused) {
    check(GroupConfig.defaults().log(), name, allowed, refused);
  }

  @ParameterizedTest
  @CsvSource({"maxWaitingOps, 1, 0", "retryNanos, 1, 0"})
  void ofWhatWaitsInAGroup(String name, long allowed, long refused) {
    check(GroupConfig.defaults().waits(), name, allowed, refused);
  }

  @ParameterizedTest
  @CsvSource({
    "pieceBytes, 65536, 0",
    "pieceBytes, 131072, 131071",
    "blockBytes, 1, 0",
    "blockBytes, 4096, 4097",
    "scanObjects, 1, 0"
  })
  void ofTheRecoveryOfAGroup(String name, long allowed, long refused) {
    check(RecoveryLimits.defaults(), name, allowed, refused);
  }

  @ParameterizedTest
  @CsvSource({"batchObjects, 1, 0", "batchBytes, 1, 0", "batches, 1, 0"})
  void ofBatches(String name, long allowed, long refused) {
    check(RecoveryLimits.defaults().batch(), name, allowed, refused);
  }

  @ParameterizedTest
  @CsvSource({"indexChanges, 0, -1", "indexPage, 1, 0"})
  void ofTheVersionIndex(String name, long allowed, long refused) {
    check(RecoveryLimits.defaults().index(), name, allowed, refused);
  }

  @ParameterizedTest
  @CsvSource({
    "pieceBytes, 4095, pieceBytes must be at least 4096: 4095",
    "pieceBytes, 65537, pieceBytes 65537 must be a multiple of blockBytes 65536",
    "blockBytes, 4097, pieceBytes 4194304 must be a multiple of blockBytes 4097",
    "scanObjects, 0, scanObjects must be at least 1: 0"
  })
  void operatorsReadWhatIsWrongWithIt(String name, long refused, String why) {
    assertThatThrownBy(() -> with(RecoveryLimits.defaults(), name, refused)).hasMessage(why);
  }

  @Test
  void operatorsReadWhatIsWrongWithAGroupOfLimits() {
    RecoveryLimits limits = RecoveryLimits.defaults();
    assertThatThrownBy(() -> with(limits.index(), "indexPage", 0))
        .hasMessage("indexPage must be at least 1 and indexChanges not negative: 0");
    assertThatThrownBy(() -> with(limits.batch(), "batches", 0))
        .hasMessage("batchObjects, batchBytes and batches must be at least 1");
  }

  @Test
  void piecesOfObjectsAreNotTiny() {
    check(
        new RecoveryLimits(
            8_192,
            1,
            new RecoveryLimits.BatchLimits(1, 1, 1),
            1,
            new RecoveryLimits.IndexLimits(0, 1),
            true),
        "pieceBytes",
        4_096,
        4_095);
  }

  @ParameterizedTest
  @CsvSource({
    "sessionMillis, 0, -1",
    "lightMillis, 0, -1",
    "deepMillis, 0, -1",
    "lightObjects, 1, 0",
    "deepObjects, 1, 0"
  })
  void ofScrubs(String name, long allowed, long refused) {
    check(ScrubLimits.defaults(), name, allowed, refused);
  }

  @Test
  void aLeaseIsKeptSoMuchLongerThanItIsUsed() {
    check(new LeaseTerm(100), "nanos", 32, 31);
    assertThat(new LeaseTerm(3_200).keptNanos()).isEqualTo(3_300);
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, false, false",
    "PREVIEW, false, false",
    "SESSION, true, true",
    "LIGHT, false, true",
    "DEEP, false, true",
    "REPAIR, true, true"
  })
  void scrubsRepairByOrderOrBySetting(ScrubKind kind, boolean never, boolean auto) {
    assertThat(new ScrubLimits(1, 1, 1, 1, 1, false).repairs(kind)).isEqualTo(never);
    assertThat(new ScrubLimits(1, 1, 1, 1, 1, true).repairs(kind)).isEqualTo(auto);
  }

  @Test
  void onlyWhatIsChangedIsAnother() {
    OsdConfig placed = OSD.placedAt(List.of("host=a"), 5);
    assertThat(placed).usingRecursiveComparison().ignoringFields("place").isEqualTo(OSD);
    assertThat(placed.place().location()).containsExactly("host=a");
    assertThat(placed.place().weight()).isEqualTo(5);
  }
}
