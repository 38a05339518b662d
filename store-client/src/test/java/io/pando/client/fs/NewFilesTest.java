package io.pando.client.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.fs.session.GivenRequest;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.NewName;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.InoRange;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class NewFilesTest {
  private static final Timestamp NOW = new Timestamp(7, 0);

  private final NewFiles files = new NewFiles();

  private static NewName file(String name) {
    return new NewName(Ino.ROOT, EntryName.of(name), 0644, 022, new FsRequest.NewContent.NewFile());
  }

  private static void give(NewFiles to, long first, int count) {
    to.numbers().add(List.of(new InoRange(new Ino(first), count)));
  }

  @Test
  void aFileThatIsPutOffGetsANumberOfTheNextSession() {
    give(files, 100, 2);
    files.add(1, Caller.ROOT, file("a"), NOW);
    files.add(2, Caller.ROOT, file("b"), NOW);
    GivenRequest first = Objects.requireNonNull(files.next());
    assertThat(first.request()).isEqualTo(file("a").withNumber(new Ino(100)));
    Runnable later =
        files.putOff(
            first,
            () -> {
              throw new AssertionError("it is executed under its number");
            });
    files.forgetNumbers();
    give(files, 200, 2);
    later.run();
    GivenRequest again = Objects.requireNonNull(files.next());
    assertThat(again)
        .isEqualTo(new GivenRequest(1, Caller.ROOT, file("a").withNumber(new Ino(200)), NOW));
    assertThat(Objects.requireNonNull(files.next()).request())
        .isEqualTo(file("b").withNumber(new Ino(201)));
  }

  @Test
  void aNumberIsFreeWhileItsFileIsPutOff() {
    give(files, 100, 1);
    files.add(1, Caller.ROOT, file("a"), NOW);
    Runnable _ = files.putOff(Objects.requireNonNull(files.next()), () -> {});
    files.add(2, Caller.ROOT, file("b"), NOW);
    assertThat(Objects.requireNonNull(files.next()).request())
        .isEqualTo(file("b").withNumber(new Ino(100)));
  }

  @Test
  void otherRequestsAreExecutedAsTheyAre() {
    Runnable again = () -> {};
    GivenRequest query = GivenRequest.ofQuery(3, Caller.ROOT, new FsRequest.GetInode(Ino.ROOT));
    assertThat(files.putOff(query, again)).isSameAs(again);
  }
}
