package io.pando.client.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.client.fs.session.GivenRequest;
import io.pando.client.fs.session.PendingRequest;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.FileState;
import io.pando.id.PoolId;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Answers to requests that were under way when the server was told the size of a file. */
class ToldStatesTest {
  private static final Ino FILE = new Ino(9);
  private static final FsRequest QUERY = new FsRequest.GetInode(FILE);
  private static final FileState STATE = new FileState(90, 0, Timestamp.EPOCH, Timestamp.EPOCH);
  private static final CapabilitySet READ = CapabilitySet.of(Capability.READ);
  private static final FsAnswer FOUND =
      new FsAnswer.Found(
          new Inode(
              FILE,
              new Permissions(0644, 0, 0),
              FileTimes.bornAt(Timestamp.EPOCH),
              1,
              new InodeContent.File(FileLayout.usual(new PoolId(1)), 7, 0, 0),
              new TreeMap<>()));

  private final ToldStates told = new ToldStates();
  private long lastCall;

  private static PendingRequest pending(long number, long call, FsRequest request) {
    GivenRequest given = new GivenRequest(call, Caller.ROOT, request, Timestamp.EPOCH);
    return new PendingRequest(number, given, false);
  }

  private boolean repeats(FsRequest request, long number, FsAnswer answer) {
    lastCall++;
    return told.repeats(pending(number, lastCall, request), answer);
  }

  @Test
  void aQueryIsRepeatedOnceOthersMayHaveTruncatedTheFile() {
    told.add(FILE, STATE, 5, READ);
    assertThat(repeats(QUERY, 5, FOUND)).as("it cannot be truncated").isFalse();
    told.onChanged(FILE, CapabilitySet.of(Capability.ATTRIBUTES_SHARED));
    assertThat(repeats(QUERY, 5, FOUND)).isTrue();
    assertThat(repeats(QUERY, 6, FOUND)).as("sent after the state").isFalse();
    told.onChanged(FILE, READ);
    assertThat(repeats(QUERY, 5, FOUND)).as("it was truncated before").isTrue();
    told.purge(5);
    assertThat(repeats(QUERY, 5, FOUND)).isFalse();
  }

  @Test
  void onlyQueriesThatShowTheFileAreRepeated() {
    told.add(FILE, STATE, 5, CapabilitySet.NONE);
    FsRequest change =
        new FsRequest.SetXattr(FILE, "user.a", Payload.EMPTY, FsRequest.XattrMode.EITHER);
    assertThat(repeats(change, 5, FOUND)).isFalse();
    assertThat(repeats(QUERY, 5, new FsAnswer.Listing(List.of(), false))).isFalse();
    told.clear();
    assertThat(repeats(QUERY, 5, FOUND)).isFalse();
  }

  @Test
  void aQueryIsRepeatedOnce() {
    told.add(FILE, STATE, 5, CapabilitySet.NONE);
    PendingRequest query = pending(5, 70, QUERY);
    assertThat(told.repeats(query, FOUND)).isTrue();
    told.add(FILE, STATE, 6, CapabilitySet.NONE);
    assertThat(told.repeats(pending(6, 70, QUERY), FOUND)).isFalse();
    assertThat(repeats(QUERY, 6, FOUND)).as("another call").isTrue();
  }
}
