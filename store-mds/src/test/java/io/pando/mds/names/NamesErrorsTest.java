package io.pando.mds.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.NewContent;
import io.pando.fs.request.FsRequest.RenameMode;
import io.pando.fs.request.FsRequest.XattrMode;
import io.pando.fs.request.InodeChange;
import io.pando.fs.request.InodeChange.TimeChange;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Errors by case. The tree, with the numbers of inodes, owners and modes:
 *
 * <pre>
 *  /dir (1, owner 1, 0755)   file (2, owner 1, 0644)   sub (3, owner 1, 0755)/deep (4)
 *                            link (5, a symbolic link)
 *  /tmp (6, root, 01777)     mine (7, owner 2, 0666)
 *  /other (8, owner 2, 0700)
 * </pre>
 */
class NamesErrorsTest {
  private static final Caller ONE = new Caller(1, 1, List.of());
  private static final Caller TWO = new Caller(2, 2, List.of());
  private static final EntryName NEW = EntryName.of("new");
  private static final int LARGE = 70_000;

  private final NamesWorld world = new NamesWorld(1 << 20);

  NamesErrorsTest() {
    make(Caller.ROOT, Ino.ROOT, "dir", 1, 0755, new NewContent.NewDirectory());
    succeed(new FsRequest.SetAttributes(ino(1), InodeChange.ofOwner(1, 1)));
    make(ONE, ino(1), "file", 2, 0644, new NewContent.NewFile());
    make(ONE, ino(1), "sub", 3, 0755, new NewContent.NewDirectory());
    make(ONE, ino(3), "deep", 4, 0644, new NewContent.NewFile());
    make(ONE, ino(1), "link", 5, 0777, new NewContent.NewSymlink(Payload.utf8("file")));
    make(Caller.ROOT, Ino.ROOT, "tmp", 6, 01777, new NewContent.NewDirectory());
    make(TWO, ino(6), "mine", 7, 0666, new NewContent.NewFile());
    make(TWO, Ino.ROOT, "other", 8, 0700, new NewContent.NewDirectory());
  }

  private static Ino ino(long number) {
    return new Ino(Ino.FIRST_FREE.value() + number);
  }

  private static EntryName name(String name) {
    return EntryName.of(name);
  }

  private static FsRequest.Make make(Ino directory, EntryName name, NewContent content) {
    return new FsRequest.Make(directory, name, ino(99), 0644, 0, content);
  }

  private void make(
      Caller caller, Ino directory, String name, long number, int mode, NewContent content) {
    FsAnswer answer =
        world.request(
            caller, new FsRequest.Make(directory, name(name), ino(number), mode, 0, content));
    assertThat(answer).isInstanceOf(FsAnswer.Found.class);
  }

  private void succeed(FsRequest request) {
    assertThat(world.request(Caller.ROOT, request)).isNotInstanceOf(FsAnswer.Failed.class);
  }

  private FsAnswer execute(Caller caller, FsRequest request) {
    return world.peek(names -> names.execute(caller, new Timestamp(5_000, 0), request)).answer();
  }

  private void expect(@Nullable FsError error, Caller caller, FsRequest request) {
    FsAnswer answer = execute(caller, request);
    if (error == null) {
      assertThat(answer).as(request.toString()).isNotInstanceOf(FsAnswer.Failed.class);
    } else {
      assertThat(answer).as(request.toString()).isEqualTo(new FsAnswer.Failed(error));
    }
  }

  private void change(Ino ino, UnaryOperator<Inode> change) {
    world.carryOut(names -> names.change(ino, change));
  }

  // Queries and names

  @Test
  void lookups() {
    expect(null, TWO, new FsRequest.Lookup(ino(1), name("file")));
    expect(FsError.ENOENT, ONE, new FsRequest.Lookup(ino(1), NEW));
    expect(FsError.ENOTDIR, ONE, new FsRequest.Lookup(ino(2), NEW));
    expect(FsError.EACCES, ONE, new FsRequest.Lookup(ino(8), NEW));
    expect(FsError.ESTALE, ONE, new FsRequest.GetInode(NamesWorld.CONFIG.strays()));
    expect(FsError.ENOTDIR, ONE, new FsRequest.GetParent(ino(2)));
    expect(null, ONE, new FsRequest.GetParent(Ino.ROOT));
    expect(FsError.EACCES, ONE, new FsRequest.ListDirectory(ino(8), -1, null, 10));
    expect(FsError.ENOTDIR, ONE, new FsRequest.ListDirectory(ino(2), -1, null, 10));
    expect(FsError.EINVAL, ONE, new FsRequest.ListDirectory(ino(1), -1, null, 0));
    expect(FsError.EINVAL, ONE, new FsRequest.ListDirectory(ino(1), -1, null, 10_001));
    expect(FsError.EINVAL, ONE, new FsRequest.ListDirectory(ino(1), -2, null, 10));
    expect(FsError.EINVAL, ONE, new FsRequest.ListDirectory(ino(1), 1L << 56, null, 10));
  }

  @Test
  void newFiles() {
    NewContent file = new NewContent.NewFile();
    expect(null, ONE, make(ino(1), NEW, file));
    expect(FsError.EEXIST, ONE, make(ino(1), name("file"), file));
    expect(FsError.EEXIST, TWO, make(ino(1), name("file"), file));
    expect(FsError.EACCES, TWO, make(ino(1), NEW, file));
    expect(FsError.ENOTDIR, ONE, make(ino(2), NEW, file));
    expect(
        FsError.EPERM, ONE, make(ino(1), NEW, new NewContent.NewSpecial(FileType.BLOCK_DEVICE, 1)));
    expect(null, ONE, make(ino(1), NEW, new NewContent.NewSpecial(FileType.SOCKET, 0)));
    expect(FsError.EINVAL, ONE, make(ino(1), NEW, new NewContent.NewSpecial(FileType.REGULAR, 0)));
    expect(FsError.ENOENT, ONE, make(ino(1), NEW, new NewContent.NewSymlink(Payload.EMPTY)));
    expect(
        FsError.ENAMETOOLONG,
        ONE,
        make(ino(1), NEW, new NewContent.NewSymlink(Payload.wrap(new byte[4_096]))));
    expect(FsError.EINVAL, ONE, make(ino(1), NEW, new NewContent.NewSymlink(Payload.utf8("a\0b"))));
    expect(FsError.EINVAL, ONE, new FsRequest.Make(ino(1), NEW, ino(4), 0644, 0, file));
    expect(FsError.EINVAL, ONE, new FsRequest.Make(ino(1), NEW, new Ino(9), 0644, 0, file));
  }

  @Test
  void links() {
    expect(null, ONE, new FsRequest.Link(ino(2), ino(6), NEW));
    expect(FsError.EEXIST, ONE, new FsRequest.Link(ino(2), ino(1), name("sub")));
    expect(FsError.EPERM, ONE, new FsRequest.Link(ino(3), ino(6), NEW));
    expect(FsError.EACCES, TWO, new FsRequest.Link(ino(7), ino(1), NEW));
    change(ino(2), it -> it.withLinks(65_000));
    expect(FsError.EMLINK, ONE, new FsRequest.Link(ino(2), ino(6), NEW));
  }

  @Test
  void removals() {
    expect(null, ONE, new FsRequest.Remove(ino(1), name("file"), false));
    expect(FsError.ENOENT, ONE, new FsRequest.Remove(ino(1), NEW, false));
    expect(FsError.EISDIR, ONE, new FsRequest.Remove(ino(1), name("sub"), false));
    expect(FsError.ENOTDIR, ONE, new FsRequest.Remove(ino(1), name("file"), true));
    expect(FsError.ENOTEMPTY, ONE, new FsRequest.Remove(ino(1), name("sub"), true));
    expect(FsError.EACCES, TWO, new FsRequest.Remove(ino(1), name("file"), false));
    expect(FsError.EPERM, ONE, new FsRequest.Remove(ino(6), name("mine"), false));
    expect(null, TWO, new FsRequest.Remove(ino(6), name("mine"), false));
  }

  @Test
  void directoriesThatWereRemoved() {
    succeed(new FsRequest.Remove(ino(3), name("deep"), false));
    succeed(new FsRequest.Remove(ino(1), name("sub"), true));
    expect(FsError.ENOENT, ONE, new FsRequest.Lookup(ino(3), NEW));
    expect(FsError.ENOENT, ONE, new FsRequest.GetParent(ino(3)));
    expect(FsError.ENOENT, ONE, make(ino(3), NEW, new NewContent.NewFile()));
    expect(FsError.ENOENT, ONE, new FsRequest.Link(ino(2), ino(3), NEW));
    expect(FsError.ENOENT, ONE, new FsRequest.Link(ino(4), ino(1), NEW));
    expect(
        FsError.ENOENT,
        ONE,
        new FsRequest.Rename(ino(1), name("file"), ino(3), NEW, RenameMode.REPLACE));
    assertThat(execute(ONE, new FsRequest.ListDirectory(ino(3), -1, null, 10)))
        .isEqualTo(new FsAnswer.Listing(List.of(), false));
    assertThat(world.peek(names -> names.strays(-1, null, 10)).answer())
        .isInstanceOfSatisfying(FsAnswer.Listing.class, it -> assertThat(it.entries()).hasSize(2));
  }

  @Test
  void renames() {
    rename(null, ONE, at(ino(1), "file"), at(ino(1), "new"), RenameMode.REPLACE);
    rename(FsError.ENOENT, ONE, at(ino(1), "new"), at(ino(1), "file"), RenameMode.REPLACE);
    rename(FsError.EEXIST, ONE, at(ino(1), "file"), at(ino(1), "link"), RenameMode.NO_REPLACE);
    rename(FsError.ENOENT, ONE, at(ino(1), "file"), at(ino(1), "new"), RenameMode.EXCHANGE);
    rename(FsError.EINVAL, ONE, at(ino(1), "sub"), at(ino(3), "new"), RenameMode.REPLACE);
    rename(FsError.EINVAL, Caller.ROOT, at(Ino.ROOT, "dir"), at(ino(3), "new"), RenameMode.REPLACE);
    rename(
        FsError.ENOTEMPTY,
        Caller.ROOT,
        at(ino(3), "deep"),
        at(Ino.ROOT, "dir"),
        RenameMode.REPLACE);
    rename(
        FsError.EINVAL, Caller.ROOT, at(ino(3), "deep"), at(Ino.ROOT, "dir"), RenameMode.EXCHANGE);
    rename(FsError.EISDIR, ONE, at(ino(1), "file"), at(ino(1), "sub"), RenameMode.REPLACE);
    rename(FsError.ENOTDIR, ONE, at(ino(1), "sub"), at(ino(1), "file"), RenameMode.REPLACE);
    rename(
        FsError.ENOTEMPTY, Caller.ROOT, at(Ino.ROOT, "tmp"), at(ino(1), "sub"), RenameMode.REPLACE);
    rename(null, ONE, at(ino(1), "file"), at(ino(1), "sub"), RenameMode.EXCHANGE);
    rename(FsError.EACCES, TWO, at(ino(1), "file"), at(ino(6), "new"), RenameMode.REPLACE);
    rename(FsError.EACCES, TWO, at(ino(6), "mine"), at(ino(1), "new"), RenameMode.REPLACE);
    rename(FsError.EPERM, ONE, at(ino(6), "mine"), at(ino(1), "new"), RenameMode.REPLACE);
    rename(FsError.EPERM, ONE, at(ino(1), "file"), at(ino(6), "mine"), RenameMode.REPLACE);
    rename(FsError.EEXIST, ONE, at(ino(1), "file"), at(ino(1), "file"), RenameMode.NO_REPLACE);
    rename(null, ONE, at(ino(1), "file"), at(ino(1), "file"), RenameMode.REPLACE);
  }

  /** A name in a directory. */
  private record At(Ino directory, EntryName name) {}

  private static At at(Ino directory, String name) {
    return new At(directory, name(name));
  }

  private void rename(@Nullable FsError error, Caller caller, At from, At to, RenameMode mode) {
    expect(
        error,
        caller,
        new FsRequest.Rename(from.directory, from.name, to.directory, to.name, mode));
  }

  @Test
  void directoriesAreMovedByThoseWhoMayWriteThem() {
    make(Caller.ROOT, ino(6), "locked", 20, 0555, new NewContent.NewDirectory());
    succeed(new FsRequest.SetAttributes(ino(20), InodeChange.ofOwner(1, 1)));
    rename(null, ONE, at(ino(6), "locked"), at(ino(6), "new"), RenameMode.REPLACE);
    rename(FsError.EACCES, ONE, at(ino(6), "locked"), at(ino(1), "new"), RenameMode.REPLACE);
    rename(FsError.EACCES, ONE, at(ino(1), "sub"), at(ino(6), "locked"), RenameMode.EXCHANGE);
  }

  // Attributes

  private void set(@Nullable FsError error, Caller caller, Ino ino, InodeChange change) {
    expect(error, caller, new FsRequest.SetAttributes(ino, change));
  }

  @Test
  void attributes() {
    TimeChange past = new TimeChange.To(Timestamp.EPOCH);
    TimeChange now = new TimeChange.ToNow();
    set(null, ONE, ino(2), InodeChange.ofMode(0600));
    set(FsError.EPERM, TWO, ino(2), InodeChange.ofMode(0600));
    set(FsError.EOPNOTSUPP, ONE, ino(5), InodeChange.ofMode(0600));
    set(null, ONE, ino(2), InodeChange.ofOwner(1, 1));
    set(FsError.EPERM, ONE, ino(2), InodeChange.ofOwner(2, null));
    set(FsError.EPERM, ONE, ino(2), InodeChange.ofOwner(null, 2));
    set(FsError.EPERM, TWO, ino(2), InodeChange.ofOwner(1, null));
    set(null, ONE, ino(2), InodeChange.ofTimes(past, now));
    set(FsError.EPERM, TWO, ino(2), InodeChange.ofTimes(past, now));
    set(FsError.EACCES, TWO, ino(2), InodeChange.ofTimes(now, now));
    set(null, ONE, ino(7), InodeChange.ofTimes(now, now));
    set(FsError.EPERM, ONE, ino(7), InodeChange.ofTimes(now, null));
    set(FsError.EPERM, ONE, ino(7), InodeChange.ofTimes(past, past));
    set(null, ONE, ino(7), new InodeChange(null, null, null, 5L, null, now));
  }

  @Test
  void sizes() {
    set(null, ONE, ino(7), InodeChange.ofSize(100));
    set(FsError.EACCES, TWO, ino(2), InodeChange.ofSize(100));
    set(FsError.EISDIR, ONE, ino(3), InodeChange.ofSize(100));
    set(FsError.EINVAL, ONE, ino(5), InodeChange.ofSize(100));
    set(FsError.EINVAL, ONE, ino(2), InodeChange.ofSize(-1));
    set(null, ONE, ino(2), InodeChange.ofSize(Attributes.MOST_FILE_BYTES));
    set(FsError.EFBIG, ONE, ino(2), InodeChange.ofSize(Attributes.MOST_FILE_BYTES + 1));
  }

  @Test
  void filesThatGrowAreCutFirst() {
    succeed(new FsRequest.SetAttributes(ino(2), InodeChange.ofSize(100)));
    succeed(new FsRequest.SetAttributes(ino(2), InodeChange.ofSize(10)));
    FsRequest grow = new FsRequest.SetAttributes(ino(2), InodeChange.ofSize(50));
    assertThat(world.names().execute(ONE, new Timestamp(5_000, 0), grow))
        .isEqualTo(new Execution.Uncut(ino(2)));
    set(null, ONE, ino(2), InodeChange.ofSize(5));
    world.cut(ino(2));
    expect(null, ONE, grow);
  }

  @Test
  void sizesThatWereGrantedMayBeDataBehindTheEnd() {
    change(ino(2), it -> it.withContent(file(it, 10, 500, 0)));
    assertThat(resized(200)).isEqualTo(List.of(200L, 0L, 500L));
    assertThat(resized(5)).isEqualTo(List.of(5L, 0L, 500L));
    assertThat(resized(500)).isEqualTo(List.of(500L, 0L, 0L));
    assertThat(resized(600)).isEqualTo(List.of(600L, 0L, 0L));
  }

  private static InodeContent.File file(Inode inode, long size, long granted, long uncut) {
    return new InodeContent.File(
        ((InodeContent.File) inode.content()).layout(), size, granted, uncut);
  }

  private List<Long> resized(long size) {
    FsAnswer.Found found =
        (FsAnswer.Found)
            execute(ONE, new FsRequest.SetAttributes(ino(2), InodeChange.ofSize(size)));
    InodeContent.File file = (InodeContent.File) found.inode().content();
    return List.of(file.size(), file.granted(), file.uncut());
  }

  @Test
  void identitiesOfProgramsAreLost() {
    assertThat(modeAfter(ONE, 06755, InodeChange.ofOwner(1, null))).isEqualTo(0755);
    assertThat(modeAfter(Caller.ROOT, 06755, InodeChange.ofOwner(2, null))).isEqualTo(0755);
    assertThat(modeAfter(ONE, 06644, InodeChange.ofOwner(1, null))).isEqualTo(02644);
    assertThat(modeAfter(ONE, 06755, InodeChange.ofSize(1))).isEqualTo(0755);
    assertThat(modeAfter(Caller.ROOT, 06755, InodeChange.ofSize(1))).isEqualTo(06755);
    assertThat(modeAfter(ONE, 0, InodeChange.ofMode(06755))).isEqualTo(06755);
    change(ino(2), it -> it.withPermissions(new Permissions(0, 1, 77)));
    assertThat(modeAfter(ONE, 0, InodeChange.ofMode(06755))).isEqualTo(04755);
  }

  private int modeAfter(Caller caller, int mode, InodeChange change) {
    change(ino(2), it -> it.withPermissions(it.permissions().withMode(mode)));
    FsAnswer answer = execute(caller, new FsRequest.SetAttributes(ino(2), change));
    return ((FsAnswer.Found) answer).inode().permissions().mode();
  }

  // Extended attributes

  private void xattr(@Nullable FsError error, Caller caller, long number, String name, String to) {
    expect(
        error,
        caller,
        new FsRequest.SetXattr(ino(number), name, Payload.utf8(to), XattrMode.EITHER));
  }

  @Test
  void extendedAttributes() {
    xattr(null, ONE, 2, "user.a", "value");
    xattr(null, ONE, 2, "user.a", "");
    xattr(FsError.EACCES, TWO, 2, "user.a", "value");
    xattr(FsError.EPERM, ONE, 5, "user.a", "value");
    xattr(FsError.EPERM, ONE, 6, "user.a", "value");
    xattr(FsError.EPERM, ONE, 2, "trusted.a", "value");
    xattr(null, Caller.ROOT, 5, "trusted.a", "value");
    xattr(FsError.EPERM, ONE, 2, "security.a", "value");
    xattr(FsError.EOPNOTSUPP, ONE, 2, "system.a", "value");
    xattr(FsError.EOPNOTSUPP, ONE, 2, "a", "value");
    xattr(FsError.EINVAL, ONE, 2, "user.", "value");
    xattr(FsError.ERANGE, ONE, 2, "user." + "a".repeat(251), "value");
    xattr(null, ONE, 2, "user." + "a".repeat(250), "value");
    xattr(null, ONE, 2, "user.a", "a".repeat(65_536));
    xattr(FsError.E2BIG, ONE, 2, "user.a", "a".repeat(LARGE));
    expect(FsError.ENODATA, ONE, new FsRequest.RemoveXattr(ino(2), "user.a"));
    succeed(
        new FsRequest.SetXattr(
            ino(2), "user.b", Payload.utf8("b".repeat(65_536)), XattrMode.CREATE));
    xattr(FsError.ENOSPC, ONE, 2, "user.c", "c".repeat(65_536));
    expect(
        FsError.EEXIST,
        ONE,
        new FsRequest.SetXattr(ino(2), "user.b", Payload.EMPTY, XattrMode.CREATE));
    expect(
        FsError.ENODATA,
        ONE,
        new FsRequest.SetXattr(ino(2), "user.c", Payload.EMPTY, XattrMode.REPLACE));
    expect(null, ONE, new FsRequest.RemoveXattr(ino(2), "user.b"));
  }

  @Test
  void accessLists() {
    String list = "system.posix_acl_access";
    xattr(null, ONE, 2, list, "");
    xattr(FsError.EPERM, TWO, 2, list, "");
    xattr(FsError.EOPNOTSUPP, ONE, 2, list, "junk");
    xattr(FsError.EINVAL, ONE, 2, list, "\2\0\0\0junk");
    xattr(FsError.EOPNOTSUPP, ONE, 5, list, "\2\0\0\0");
    xattr(null, ONE, 2, "system.posix_acl_default", "");
    xattr(
        FsError.EACCES,
        ONE,
        2,
        "system.posix_acl_default",
        new ModelList(7, new TreeMap<>(), 7, new TreeMap<>(), -1, 7).bytes().toUtf8());
  }

  @Test
  void settings() {
    xattr(FsError.EPERM, ONE, 1, "pando.quota.bytes", "5");
    xattr(null, Caller.ROOT, 1, "pando.quota.bytes", "5");
    xattr(FsError.ENOTDIR, Caller.ROOT, 2, "pando.quota.bytes", "5");
    xattr(FsError.EINVAL, Caller.ROOT, 5, "pando.quota.bytes", "5");
    xattr(FsError.EINVAL, Caller.ROOT, 1, "pando.quota.files", "-5");
    xattr(FsError.EINVAL, Caller.ROOT, 1, "pando.quota.files", "");
    xattr(FsError.EINVAL, Caller.ROOT, 1, "pando.quota.files", "1".repeat(19));
    xattr(FsError.EOPNOTSUPP, Caller.ROOT, 1, "pando.dir.files", "5");
    xattr(null, ONE, 1, "pando.layout.stripe_unit", "8192");
    xattr(FsError.EPERM, TWO, 1, "pando.layout.stripe_unit", "8192");
    xattr(FsError.EINVAL, ONE, 1, "pando.layout.stripe_unit", "8191");
    xattr(FsError.EINVAL, ONE, 1, "pando.layout.stripe_unit", "99999999999");
    xattr(FsError.EOPNOTSUPP, ONE, 1, "pando.layout.shape", "8192");
    xattr(null, ONE, 1, "pando.layout.pool", "4");
    xattr(FsError.EINVAL, ONE, 1, "pando.layout.pool", "5");
    xattr(null, ONE, 2, "pando.layout.object_size", "8388608");
    change(ino(2), it -> it.withContent(file(it, 0, 5, 0)));
    xattr(FsError.ENOTEMPTY, ONE, 2, "pando.layout.stripe_count", "2");
    expect(FsError.ENODATA, Caller.ROOT, new FsRequest.RemoveXattr(ino(1), "pando.quota.bytes"));
    expect(FsError.ENODATA, ONE, new FsRequest.RemoveXattr(ino(1), "pando.layout.pool"));
    expect(FsError.EINVAL, ONE, new FsRequest.RemoveXattr(ino(2), "pando.layout.pool"));
  }
}
