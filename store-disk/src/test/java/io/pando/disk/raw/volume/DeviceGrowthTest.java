package io.pando.disk.raw.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.disk.device.MediumSpace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** How much of the medium is requested, and by which calls. */
class DeviceGrowthTest {
  private final GrowthMedium medium = new GrowthMedium();
  private FreeSpace free = new FreeSpace(1_000_000);
  private DeviceGrowth growth = new DeviceGrowth(medium, free);

  /** An allocator of {@code capacity} free blocks. */
  private void of(long capacity, long limit) {
    free = new FreeSpace(capacity);
    free.raiseLimit(limit);
    growth = new DeviceGrowth(medium, free);
  }

  private void writeLongRuns() {
    growth.onRun(1024);
  }

  @Test
  void reservesMoreThanIsNeededNow() throws IOException {
    assertThat(growth.reserve(1)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 0 1024");
    assertThat(free.limit()).isEqualTo(1024);
    assertThat(growth.reserve(1024)).isTrue();
    assertThat(medium.asked()).isEmpty();
    assertThat(growth.reserve(1025)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 1024 2048");
    assertThat(growth.reserve(20_000)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 2048 20000");
    assertThat(growth.reserve(20_001)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 20000 25000");
    of(1_000_000, 80_000);
    assertThat(growth.reserve(80_001)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 80000 96384");
    assertThat(free.limit()).isEqualTo(96_384);
  }

  @Test
  void reservesNoMoreThanAPartOfTheDeviceAhead() throws IOException {
    of(1600, 0);
    assertThat(growth.reserve(1)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 0 100");
    assertThat(growth.reserve(250)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 100 250");
    assertThat(growth.reserve(1550)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 250 1550");
    assertThat(growth.reserve(1551)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 1550 1600");
    assertThat(growth.reserve(1600)).isTrue();
    assertThat(growth.reserve(1601)).isFalse();
    assertThat(medium.asked()).isEmpty();
    assertThat(growth.reservePromised(1601)).isFalse();
    assertThat(medium.asked()).isEmpty();
  }

  @Test
  void takesWhatIsNeededWhereTheMediumHasNoMore() throws IOException {
    of(100_000, 100);
    medium.room = 1123;
    assertThat(growth.reserve(101)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 100 1124", "reserve 100 101");
    assertThat(free.limit()).isEqualTo(101);
    medium.room = 200;
    assertThat(growth.reserve(201)).isFalse();
    assertThat(medium.asked()).containsExactly("reserve 101 1125", "reserve 101 201");
    assertThat(free.limit()).isEqualTo(101);
    assertThat(growth.reserve(200)).isTrue();
    assertThat(free.limit()).isEqualTo(200);
    medium.broken = true;
    assertThatThrownBy(() -> growth.reserve(300)).hasMessage("Input/output error");
    assertThatThrownBy(() -> growth.reservePromised(300)).hasMessage("Input/output error");
  }

  @Test
  void whatWasPromisedTakesWhatIsKeptFree() throws IOException {
    of(10_000, 100);
    assertThat(growth.reservePromised(100)).isTrue();
    assertThat(medium.asked()).isEmpty();
    medium.room = 100;
    medium.lastRoom = 150;
    assertThat(growth.reservePromised(150)).isTrue();
    assertThat(medium.asked())
        .containsExactly("reserve 100 725", "reserve 100 150", "last 100 150");
    assertThat(free.limit()).isEqualTo(150);
    assertThat(growth.reservePromised(151)).isFalse();
    assertThat(medium.asked())
        .containsExactly("reserve 150 775", "reserve 150 151", "last 150 151");
    assertThat(free.limit()).isEqualTo(150);
  }

  @Test
  void roomForBareBlocksComesFirst() throws IOException {
    of(10_000, 1000);
    free.markBare(200, 1000);
    assertThat(growth.reserve(200)).isTrue();
    assertThat(medium.asked()).isEmpty();
    assertThat(growth.reserve(201)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 200 328");
    assertThat(free.bare()).isEqualTo(672);
    assertThat(free.availableBelowLimit()).isEqualTo(328);
    assertThat(growth.reserve(600)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 328 600");
    assertThat(growth.reserve(1001)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 600 1000", "reserve 1000 1625");
    assertThat(free.bare()).isZero();
    assertThat(free.availableBelowLimit()).isEqualTo(1625);
  }

  @Test
  void bareBlocksForWhichThereIsNoRoomStayBare() throws IOException {
    of(10_000, 1000);
    free.markBare(200, 1000);
    medium.room = 500;
    assertThat(growth.reserve(501)).isFalse();
    assertThat(medium.asked()).containsExactly("reserve 200 501");
    assertThat(free.bare()).isEqualTo(800);
    medium.lastRoom = 501;
    assertThat(growth.reservePromised(501)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 200 501", "last 200 501");
    assertThat(free.bare()).isEqualTo(499);
    assertThat(growth.reservePromised(1001)).isFalse();
    assertThat(medium.asked())
        .containsExactly("reserve 501 1000", "last 501 1000", "last 1000 1500");
  }

  @Test
  void whoNeedsRoomKeepsWhatWasAboutToBeGivenBack() throws IOException {
    of(10_000, 1000);
    free.markUnwanted(400);
    free.announce();
    assertThat(growth.reserve(400)).isTrue();
    assertThat(free.hasAnnounced()).isTrue();
    assertThat(growth.reserve(401)).isTrue();
    assertThat(free.hasAnnounced()).isFalse();
    assertThat(free.availableBelowLimit()).isEqualTo(1000);
    assertThat(medium.asked()).isEmpty();
  }

  @Test
  void longRunsAreClaimedAndNotFilled() throws IOException {
    of(1_000_000, 80_000);
    growth.onRun(15);
    assertThat(growth.reserve(80_001)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 80000 96384");
    writeLongRuns();
    assertThat(growth.reserve(96_385)).isTrue();
    assertThat(medium.asked()).containsExactly("claim 96384 97408");
    growth.growTowards(100_000);
    assertThat(medium.asked()).containsExactly("claim 97408 100000");
    medium.room = 100_000;
    assertThat(growth.reservePromised(100_001)).isTrue();
    assertThat(medium.asked())
        .containsExactly("claim 100000 101024", "claim 100000 100001", "last 100000 100001");
  }

  /** Makes the medium twelve times as large as {@code blocks} blocks. */
  private void share(long blocks) {
    medium.space = new MediumSpace(blocks * 12 * 4096, Long.MAX_VALUE);
  }

  @Test
  void aheadOfNeedAQuarterOfWhatIsMissingIsReserved() throws IOException {
    of(10_000, 1000);
    growth.growTowards(1000);
    assertThat(medium.asked()).isEmpty();
    growth.growTowards(1001);
    assertThat(medium.asked()).containsExactly("reserve 1000 1128");
    growth.growTowards(2128);
    assertThat(medium.asked()).containsExactly("reserve 1128 1378");
    growth.growTowards(20_000);
    assertThat(medium.asked()).containsExactly("reserve 1378 3533");
    of(1100, 1000);
    growth.growTowards(5000);
    assertThat(medium.asked()).containsExactly("reserve 1000 1100");
    of(10_000, 1000);
    free.markBare(0, 1000);
    growth.growTowards(800);
    assertThat(medium.asked()).containsExactly("reserve 0 200");
    growth.growTowards(203);
    assertThat(medium.asked()).containsExactly("reserve 200 328");
    free.markUnwanted(0);
    free.announce();
    growth.growTowards(5000);
    assertThat(medium.asked()).as("while blocks are given back").isEmpty();
  }

  @Test
  void nothingIsReservedAheadOfWhatIsThere() throws IOException {
    of(10_000, 1000);
    free.markBare(500, 1000);
    growth.growTowards(400);
    growth.growTowards(500);
    assertThat(medium.asked()).isEmpty();
    growth.growTowards(501);
    assertThat(medium.asked()).containsExactly("reserve 500 628");
  }

  @Test
  void aSingleBareBlockIsReservedBeforeOthers() throws IOException {
    of(10_000, 1000);
    free.markBare(999, 1000);
    growth.growTowards(1000);
    assertThat(medium.asked()).containsExactly("reserve 999 1000");
    of(10_000, 1000);
    free.markBare(999, 1000);
    assertThat(growth.reserve(1000)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 999 1000");
  }

  @Test
  void aheadOfLongRunsAllThatIsMissingIsClaimed() throws IOException {
    of(1_000_000, 80_000);
    writeLongRuns();
    growth.growTowards(80_001);
    assertThat(medium.asked()).containsExactly("claim 80000 81024");
    of(1100, 1000);
    writeLongRuns();
    growth.growTowards(5000);
    assertThat(medium.asked()).as("no more than there is").containsExactly("claim 1000 1100");
  }

  private void writeShortRuns() {
    for (int i = 0; i < 600; i++) {
      growth.onRun(1);
    }
  }

  @Test
  void whatWasClaimedForLongRunsIsFilledForShortOnes() throws IOException {
    of(1_000_000, 1000);
    FreeSpace.Run _ = free.allocate(1000);
    writeLongRuns();
    growth.growTowards(2000);
    assertThat(medium.asked()).containsExactly("claim 1000 3000");
    FreeSpace.Run _ = free.allocate(1500);
    growth.growTowards(400);
    assertThat(medium.asked()).as("while runs are long").isEmpty();
    writeShortRuns();
    growth.growTowards(400);
    assertThat(medium.asked()).as("what is used is skipped").containsExactly("claimed 2500 2628");
    medium.claimedRoom = 0;
    growth.growTowards(400);
    assertThat(medium.asked()).as("no space after all").containsExactly("claimed 2628 2756");
    medium.broken = true;
    assertThatThrownBy(() -> growth.growTowards(400)).hasMessage("Input/output error");
    medium.broken = false;
    assertThat(medium.asked()).containsExactly("claimed 2756 2884");
    medium.claimedRoom = Long.MAX_VALUE;
    growth.growTowards(0);
    growth.growTowards(0);
    assertThat(medium.asked()).containsExactly("claimed 2884 3000");
  }

  @Test
  void whatWasPromisedMayTakeTheLastBlock() throws IOException {
    of(1000, 100);
    medium.room = 100;
    assertThat(growth.reservePromised(1000)).isTrue();
    assertThat(free.limit()).isEqualTo(1000);
  }

  @Test
  void whatWasClaimedAndIsNotThereIsNoRoom() throws IOException {
    of(1_000_000, 1000);
    share(5000);
    growth.growTowards(0);
    assertThat(medium.asked()).containsExactly("claim 1000 6000");
    free.markBare(0, 1000);
    medium.room = 0;
    medium.claimedRoom = 1000;
    assertThat(growth.reserve(100)).isFalse();
    assertThat(free.limit()).isEqualTo(1000);
    assertThat(medium.asked()).containsExactly("reserve 0 128", "claimed 1000 1100");
  }

  @Test
  void aSharedMediumIsClaimedAhead() throws IOException {
    of(1_000_000, 1000);
    growth.growTowards(0);
    assertThat(medium.asked()).as("of a medium of its own").isEmpty();
    share(24_577);
    growth.growTowards(0);
    assertThat(medium.asked()).containsExactly("claim 1000 25576");
    assertThat(growth.claimed()).isEqualTo(24_576);
    growth.growTowards(0);
    assertThat(medium.asked()).isEmpty();
    assertThat(growth.reserve(9_000)).isTrue();
    assertThat(medium.asked()).containsExactly("claimed 1000 9000");
    assertThat(growth.claimed()).isEqualTo(16_576);
    free.raiseLimit(13_288);
    growth.growTowards(0);
    assertThat(medium.asked()).as("half of it is left").isEmpty();
    free.raiseLimit(13_289);
    growth.growTowards(0);
    assertThat(medium.asked()).containsExactly("claim 25576 37865");
    assertThat(growth.claimed()).isEqualTo(24_576);
  }

  @Test
  void ofASmallMediumAPartIsClaimed() throws IOException {
    of(1_000_000, 1000);
    share(100);
    growth.growTowards(0);
    assertThat(medium.asked()).containsExactly("claim 1000 1100");
    free.raiseLimit(1050);
    growth.growTowards(0);
    assertThat(medium.asked()).isEmpty();
    free.raiseLimit(1051);
    growth.growTowards(0);
    assertThat(medium.asked()).containsExactly("claim 1100 1151");
    of(1_030, 1000);
    growth.growTowards(0);
    assertThat(medium.asked()).containsExactly("claim 1000 1030");
    assertThat(growth.claimed()).isEqualTo(30);
    free.raiseLimit(1030);
    growth.growTowards(0);
    assertThat(medium.asked()).isEmpty();
    assertThat(growth.claimed()).isZero();
  }

  @Test
  void whatCannotBeClaimedIsNotCounted() throws IOException {
    of(1_000_000, 1000);
    share(100);
    medium.claims = false;
    growth.growTowards(0);
    assertThat(growth.claimed()).isZero();
    medium.claims = true;
    medium.room = 1099;
    growth.growTowards(0);
    assertThat(growth.claimed()).isZero();
    medium.broken = true;
    assertThatThrownBy(() -> growth.growTowards(0)).hasMessage("Input/output error");
    medium.broken = false;
    medium.room = 1100;
    growth.growTowards(0);
    assertThat(growth.claimed()).isEqualTo(100);
  }

  /** Claimed space serves pending transactions. */
  @Test
  void whatIsClaimedServesWhereBareBlocksGetNoRoom() throws IOException {
    of(1_000_000, 1000);
    share(100);
    growth.growTowards(0);
    free.markBare(0, 1000);
    medium.room = 0;
    medium.asked();
    assertThat(growth.reserve(101)).isFalse();
    assertThat(medium.asked()).containsExactly("reserve 0 128");
    assertThat(growth.reserve(100)).isTrue();
    assertThat(medium.asked()).containsExactly("reserve 0 128", "claimed 1000 1100");
    assertThat(free.limit()).isEqualTo(1100);
    assertThat(growth.claimed()).isZero();
  }

  @Test
  void whatIsClaimedForLongRunsNeedsNothingMore() throws IOException {
    of(1_000_000, 1000);
    share(2000);
    growth.growTowards(0);
    writeLongRuns();
    medium.asked();
    assertThat(growth.reserve(1001)).isTrue();
    assertThat(medium.asked()).isEmpty();
    assertThat(free.limit()).isEqualTo(2024);
    assertThat(growth.claimed()).isEqualTo(976);
  }
}
