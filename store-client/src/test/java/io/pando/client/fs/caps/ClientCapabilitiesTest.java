package io.pando.client.fs.caps;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.call.Caches;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.message.FileMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClientCapabilitiesTest {
  private static final Ino FILE = new Ino(7);
  private static final CapabilitySet READ = CapabilitySet.of(Capability.READ);
  private static final CapabilitySet SHARED = CapabilitySet.of(Capability.ATTRIBUTES_SHARED);
  private static final CapabilitySet WRITING =
      CapabilitySet.of(Capability.WRITE, Capability.BUFFER);
  private static final FileState STATE = new FileState(5, 0, Timestamp.EPOCH, Timestamp.EPOCH);

  private final List<ClientCapabilityEffect> effects = new ArrayList<>();
  private @Nullable FileState state = STATE;
  private boolean connected = true;
  private long answeredUpTo;
  private long newestRenewal;

  private final ClientCapabilities capabilities =
      new ClientCapabilities(
          new CapabilityConfig(4, 2, 10),
          new SessionView() {
            @Override
            public @Nullable FileState stateOf(Ino ino) {
              return state;
            }

            @Override
            public @Nullable Place placeOf(Ino ino) {
              return null;
            }

            @Override
            public long lastRequest() {
              return 3;
            }

            @Override
            public long answeredUpTo() {
              return answeredUpTo;
            }

            @Override
            public long newestRenewal() {
              return newestRenewal;
            }

            @Override
            public boolean isConnected() {
              return connected;
            }
          },
          effects::add);

  private void grant(Ino ino, CapabilitySet some, long sequence) {
    capabilities.onGrant(0, new CapabilityGrant(ino, some, sequence, 0), true);
  }

  private <T> List<T> take(Class<T> type) {
    List<T> found = effects.stream().filter(type::isInstance).map(type::cast).toList();
    effects.clear();
    return found;
  }

  private FileMessage.UpdateCapabilities told() {
    List<ClientCapabilityEffect.Tell> told = take(ClientCapabilityEffect.Tell.class);
    assertThat(told).hasSize(1);
    return told.getFirst().message();
  }

  @Test
  void aRevocationIsAnsweredAfterTheFlushAndTheInvalidation() {
    grant(FILE, WRITING.union(SHARED), 1);
    take(ClientCapabilityEffect.class);
    capabilities.onRevoke(new FileMessage.Revoke(FILE, SHARED, 2));
    assertThat(capabilities.usable(FILE)).isEqualTo(SHARED);
    ClientCapabilityEffect.Flush flush = take(ClientCapabilityEffect.Flush.class).getFirst();
    assertThat(flush.urgent()).isTrue();
    capabilities.onAskState(new FileMessage.AskState(FILE, 3));
    assertThat(effects).as("the answer waits").isEmpty();
    capabilities.onConfirmed(flush.token());
    ClientCapabilityEffect.Invalidate drop =
        take(ClientCapabilityEffect.Invalidate.class).getFirst();
    assertThat(drop.caches()).isEqualTo(new Caches(true, true, false));
    capabilities.onConfirmed(drop.token());
    assertThat(told())
        .isEqualTo(new FileMessage.UpdateCapabilities(FILE, SHARED, CapabilitySet.NONE, 3, STATE));
  }

  @Test
  void aFurtherRevocationBeginsTheStepsOnceMore() {
    grant(FILE, WRITING.union(READ), 1);
    capabilities.onRevoke(
        new FileMessage.Revoke(FILE, CapabilitySet.of(Capability.WRITE, Capability.READ), 2));
    long first = take(ClientCapabilityEffect.Flush.class).getFirst().token();
    capabilities.onRevoke(new FileMessage.Revoke(FILE, CapabilitySet.NONE, 3));
    long second = take(ClientCapabilityEffect.Flush.class).getFirst().token();
    capabilities.onConfirmed(first);
    assertThat(effects).isEmpty();
    capabilities.onConfirmed(second);
    capabilities.onConfirmed(take(ClientCapabilityEffect.Invalidate.class).getFirst().token());
    assertThat(told().sequence()).isEqualTo(3);
    assertThat(capabilities.size()).isZero();
  }

  @Test
  void aGrantThatWasHeldBackDoesNotCountAfterItsRevocation() {
    capabilities.onRevoke(new FileMessage.Revoke(FILE, CapabilitySet.NONE, 2));
    assertThat(told().has()).isEqualTo(CapabilitySet.NONE);
    capabilities.onTime(0);
    grant(FILE, READ, 1);
    assertThat(capabilities.usable(FILE)).isEqualTo(CapabilitySet.NONE);
    grant(FILE, READ, 3);
    grant(FILE, SHARED, 1);
    assertThat(capabilities.usable(FILE)).isEqualTo(READ);
  }

  @Test
  void recallGivesUpWhatWasUsedLongestAgoAndNoOpenFileNeeds() {
    for (int i = 1; i <= 4; i++) {
      grant(new Ino(i), SHARED, i);
    }
    capabilities.open(new Ino(1), READ);
    capabilities.usable(new Ino(2));
    take(ClientCapabilityEffect.class);
    capabilities.onRecall(0, 1);
    assertThat(capabilities.wakeNanos()).isEqualTo(10);
    capabilities.onTime(10);
    List<ClientCapabilityEffect.Invalidate> first = take(ClientCapabilityEffect.Invalidate.class);
    assertThat(first)
        .extracting(ClientCapabilityEffect.Invalidate::ino)
        .containsExactly(new Ino(3), new Ino(4));
    first.forEach(each -> capabilities.onConfirmed(each.token()));
    assertThat(take(ClientCapabilityEffect.Tell.class)).hasSize(2);
    capabilities.onTime(20);
    assertThat(take(ClientCapabilityEffect.Invalidate.class).getFirst().ino())
        .isEqualTo(new Ino(2));
    assertThat(capabilities.wakeNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aClosedFileGivesUpWritingAtLeisure() {
    capabilities.open(FILE, WRITING);
    assertThat(told().wanted()).isEqualTo(WRITING);
    grant(FILE, WRITING, 1);
    capabilities.close(FILE, WRITING);
    ClientCapabilityEffect.Flush flush = take(ClientCapabilityEffect.Flush.class).getFirst();
    assertThat(flush.urgent()).isFalse();
    capabilities.onConfirmed(flush.token());
    capabilities.onConfirmed(take(ClientCapabilityEffect.Invalidate.class).getFirst().token());
    FileMessage.UpdateCapabilities told = told();
    assertThat(told.has()).isEqualTo(CapabilitySet.NONE);
    assertThat(told.state()).isEqualTo(STATE);
  }

  @Test
  void whatMayBeLostWithAConnectionIsToldOnceMore() {
    grant(FILE, READ, 4);
    connected = false;
    capabilities.onRevoke(new FileMessage.Revoke(FILE, CapabilitySet.NONE, 5));
    capabilities.onConfirmed(take(ClientCapabilityEffect.Invalidate.class).getFirst().token());
    assertThat(take(ClientCapabilityEffect.Tell.class)).isEmpty();
    connected = true;
    capabilities.repeat();
    assertThat(told().sequence()).isEqualTo(5);
    renew(1, 0);
    capabilities.repeat();
    assertThat(effects).isEmpty();
  }

  private void confirmFlush() {
    capabilities.onConfirmed(take(ClientCapabilityEffect.Flush.class).getFirst().token());
    take(ClientCapabilityEffect.Invalidate.class)
        .forEach(each -> capabilities.onConfirmed(each.token()));
    take(ClientCapabilityEffect.class);
  }

  @Test
  void aSizeThatTheServerHasHeardIsNotToldOnceMore() {
    capabilities.open(FILE, WRITING);
    grant(FILE, WRITING, 4);
    capabilities.onRevoke(new FileMessage.Revoke(FILE, CapabilitySet.NONE, 5));
    confirmFlush();
    state = null;
    // The server can only grant what it got back; others may have cut the file before.
    capabilities.onGrant(0, new CapabilityGrant(FILE, WRITING, 6, 100), false);
    take(ClientCapabilityEffect.class);
    assertThat(capabilities.held(true)).singleElement().extracting(HeldCapability::state).isNull();
    capabilities.repeat();
    assertThat(told().state()).isNull();
  }

  @Test
  void aSizeThatMayBeLostIsToldOnceMoreWithWhatWasKnownThen() {
    capabilities.open(FILE, WRITING.union(READ));
    grant(FILE, WRITING.union(READ), 4);
    capabilities.onRevoke(new FileMessage.Revoke(FILE, READ, 5));
    confirmFlush();
    state = null;
    capabilities.onRevoke(new FileMessage.Revoke(FILE, CapabilitySet.NONE, 6));
    capabilities.onConfirmed(take(ClientCapabilityEffect.Invalidate.class).getFirst().token());
    assertThat(told().state()).as("the size of a file that it cannot write").isNull();
    capabilities.repeat();
    FileMessage.UpdateCapabilities repeated = told();
    assertThat(repeated.state()).isEqualTo(STATE);
    assertThat(repeated.sequence()).isEqualTo(6);
  }

  /** A file that was written is closed, and the server is told its size. */
  private void closeWrittenFile() {
    capabilities.open(FILE, WRITING);
    grant(FILE, WRITING, 4);
    capabilities.close(FILE, WRITING);
    confirmFlush();
    state = null;
  }

  /** The lease is renewed, and the server answers. */
  private void renew(long sequence, long journaled) {
    newestRenewal = sequence;
    capabilities.onRenewed(sequence, journaled);
  }

  @Test
  void aSuccessorHearsTheSizeOfAFileThatWasClosedWhileNoServerLived() {
    connected = false;
    closeWrittenFile();
    assertThat(capabilities.size()).isZero();
    assertThat(capabilities.held(false))
        .singleElement()
        .satisfies(claim -> {
          assertThat(claim.ino()).isEqualTo(FILE);
          assertThat(claim.held()).isEqualTo(CapabilitySet.NONE);
          assertThat(claim.wanted()).isEqualTo(CapabilitySet.NONE);
          assertThat(claim.state()).isEqualTo(STATE);
        });
  }

  private List<FileState> claimed(boolean sameServer) {
    return capabilities.held(sameServer).stream().map(HeldCapability::state).toList();
  }

  @Test
  void successorsHearASizeUntilOneHasJournaledIt() {
    connected = false;
    closeWrittenFile();
    newestRenewal = 4;
    assertThat(claimed(false)).containsExactly(STATE);
    assertThat(claimed(true)).as("the connection may have been lost").containsExactly(STATE);
    renew(5, 0);
    assertThat(claimed(true)).as("the successor has heard it").isEmpty();
    assertThat(claimed(false)).as("the next one has not").containsExactly(STATE);
    renew(6, 5);
    renew(7, 5);
    assertThat(claimed(false)).as("told before renewal 6").containsExactly(STATE);
    renew(8, 8);
    assertThat(claimed(false)).isEmpty();
  }

  @Test
  void aSizeThatASuccessorHeardIsCutWithTheFile() {
    connected = false;
    closeWrittenFile();
    assertThat(claimed(false)).containsExactly(STATE);
    capabilities.onResize(FILE, STATE.size() - 1);
    assertThat(claimed(true)).containsExactly(STATE.within(STATE.size() - 1));
    renew(1, 0);
    capabilities.onResize(FILE, STATE.size() - 2);
    assertThat(claimed(false)).containsExactly(STATE.within(STATE.size() - 2));
  }

  @Test
  void timesOfAFileThatIsReadAreToldAgainIfTheSuccessorMayNotHaveHeardThem() {
    capabilities.open(FILE, READ);
    grant(FILE, READ, 1);
    assertThat(claimed(true)).containsOnlyNulls();
    assertThat(claimed(false)).containsExactly(STATE);
    assertThat(claimed(true)).containsExactly(STATE);
    renew(1, 0);
    assertThat(claimed(true)).containsOnlyNulls();
  }

  @Test
  void aSuccessorHearsTheSizeThatItsPredecessorHasHeardJustBefore() {
    closeWrittenFile();
    renew(1, 0);
    capabilities.repeat();
    assertThat(take(ClientCapabilityEffect.Tell.class)).as("the server has it").isEmpty();
    assertThat(capabilities.held(false)).extracting(HeldCapability::state).containsExactly(STATE);
  }

  @Test
  void aSizeThatIsJournaledIsNotToldAgain() {
    closeWrittenFile();
    renew(1, 0);
    renew(2, 0);
    renew(3, 0);
    assertThat(capabilities.held(false)).as("a slow journal").hasSize(1);
    renew(4, 3);
    renew(5, 4);
    assertThat(capabilities.held(false)).isEmpty();
  }

  @Test
  void aSizeThatAGrantProvesIsToldASuccessorWithTheTruncationsThatItKnew() {
    capabilities.open(FILE, WRITING);
    grant(FILE, WRITING, 4);
    capabilities.onRevoke(new FileMessage.Revoke(FILE, CapabilitySet.NONE, 5));
    confirmFlush();
    state = null;
    capabilities.onGrant(0, new CapabilityGrant(FILE, WRITING, 6, 100), false);
    capabilities.onResize(FILE, STATE.size() - 1);
    assertThat(capabilities.held(false))
        .extracting(HeldCapability::state)
        .containsExactly(STATE.within(STATE.size() - 1));
  }

  @Test
  void aSuccessorHearsTheSizeOfAFileThatIsStillReadAndNotWritten() {
    capabilities.open(FILE, WRITING);
    capabilities.open(FILE, READ);
    grant(FILE, WRITING.union(READ), 4);
    connected = false;
    capabilities.close(FILE, WRITING);
    confirmFlush();
    state = null;
    assertThat(capabilities.held(false))
        .singleElement()
        .satisfies(claim -> {
          assertThat(claim.held()).isEqualTo(READ);
          assertThat(claim.state()).isEqualTo(STATE);
        });
  }

  @Test
  void aSuccessorHearsWhatIsHeldAlsoWhatIsBeingGivenUp() {
    grant(FILE, READ.union(SHARED), 4);
    capabilities.open(new Ino(8), READ);
    capabilities.onRevoke(new FileMessage.Revoke(FILE, SHARED, 5));
    List<HeldCapability> held = capabilities.held(false);
    assertThat(held).extracting(HeldCapability::ino).containsExactly(new Ino(8), FILE);
    assertThat(held).extracting(HeldCapability::wanted).contains(READ);
    assertThat(held).extracting(HeldCapability::held).contains(READ.union(SHARED));
    grant(FILE, CapabilitySet.of(Capability.LINKS_SHARED), 1);
    assertThat(capabilities.usable(FILE).contains(Capability.LINKS_SHARED)).isTrue();
  }

  @Test
  void withTheSessionAllIsLostButWhatOpenFilesNeed() {
    grant(FILE, READ, 1);
    grant(new Ino(8), WRITING, 2);
    capabilities.open(FILE, READ);
    capabilities.onRevoke(new FileMessage.Revoke(new Ino(8), CapabilitySet.NONE, 3));
    long token = take(ClientCapabilityEffect.Flush.class).getFirst().token();
    capabilities.onSessionOver();
    assertThat(capabilities.usable(FILE)).isEqualTo(CapabilitySet.NONE);
    assertThat(capabilities.size()).isEqualTo(1);
    take(ClientCapabilityEffect.class);
    capabilities.onConfirmed(token);
    assertThat(effects).isEmpty();
    capabilities.onNewSession();
    assertThat(told())
        .isEqualTo(new FileMessage.UpdateCapabilities(FILE, CapabilitySet.NONE, READ, 0, STATE));
  }
}
