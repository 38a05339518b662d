package io.pando.client.file.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.file.MemoryFiles;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.call.CachePermit;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.port.FileCalls;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PathSearchTest {
  private static final Caller USER = new Caller(1000, 1000, List.of());

  /** Calls of a search, in their order. */
  private record Recorded(FileCalls calls, List<FileCall> made) implements FileCalls {
    @Override
    public void submit(Caller caller, FileCall call, Consumer<FileOutcome> done) {
      made.add(call);
      calls.submit(caller, call, done);
    }

    @Override
    public CachePermit permit(Ino ino) {
      return calls.permit(ino);
    }

    @Override
    public void attach(OuterCache cache) {
      calls.attach(cache);
    }
  }

  private final MemoryFiles files = new MemoryFiles();
  private final Recorded recorded = new Recorded(files, new CopyOnWriteArrayList<>());

  @AfterEach
  void close() {
    files.close();
  }

  private CompletableFuture<FoundPlace> search(Caller caller, String path, PathSearch.Last last) {
    return PathSearch.start(new CallerCalls(recorded, caller), path, last);
  }

  @Test
  void rootIsLearnedBeforeItsNames() throws ExecutionException, InterruptedException {
    FoundPlace place = search(USER, "/a", PathSearch.Last.FOLLOW_OR_PLACE).get();
    assertThat(place.inode()).isNull();
    assertThat(recorded.made())
        .containsExactly(
            new FileCall.Access(Ino.ROOT, AccessCheck.EXECUTE),
            new FileCall.Request(new FsRequest.Lookup(Ino.ROOT, EntryName.of("a"))));
  }

  @Test
  void placeInTheRootNeedsTheRoot() throws ExecutionException, InterruptedException {
    FoundPlace place = search(USER, "/a", PathSearch.Last.PLACE).get();
    assertThat(place.name()).isEqualTo(EntryName.of("a"));
    assertThat(recorded.made()).containsExactly(new FileCall.Access(Ino.ROOT, AccessCheck.EXECUTE));
  }

  @Test
  void rootItselfIsFoundByWhoeverMayNotSearchIt() throws ExecutionException, InterruptedException {
    InodeChange closed = InodeChange.ofMode(0700);
    CallerCalls owner = new CallerCalls(files, Caller.ROOT);
    var _ = owner.find(new FsRequest.SetAttributes(Ino.ROOT, closed)).get();
    assertThat(search(USER, "/", PathSearch.Last.FOLLOW).get().inode()).isNotNull();
    assertThat(search(USER, "/a", PathSearch.Last.PLACE))
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .havingCause()
        .isInstanceOfSatisfying(
            CallFailure.class, it -> assertThat(it.error()).isEqualTo(FsError.EACCES));
  }
}
