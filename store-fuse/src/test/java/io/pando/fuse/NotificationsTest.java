package io.pando.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.FuseNotification;
import io.pando.fuse.protocol.Opcode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel keeps, for an hour here, and drops when it is told. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NotificationsTest {
  private static final long ROOT = 1;

  @TempDir private Path temporary;
  private MountFixture fixture;

  @BeforeEach
  void mount() throws IOException {
    fixture = MountFixture.mount(temporary);
  }

  @AfterEach
  void unmount() throws IOException {
    if (fixture != null) {
      fixture.close();
    }
  }

  private int send(FuseNotification notification) {
    return fixture.mount.notifier().send(notification);
  }

  @Test
  void invalidEntryIsLookedUpAgain() throws IOException {
    Path file = fixture.file("old");
    Files.writeString(file, "x");
    assertThat(Files.exists(file)).isTrue();
    long before = fixture.memory.count(Opcode.LOOKUP);
    assertThat(Files.exists(file)).isTrue();
    assertThat(fixture.memory.count(Opcode.LOOKUP)).isEqualTo(before);
    fixture.memory.moveInRoot("old", "moved");
    assertThat(Files.exists(file)).as("the kernel still has the entry").isTrue();
    assertThat(send(new FuseNotification.InvalidateEntry(ROOT, FuseName.of("old"), false)))
        .isZero();
    assertThat(Files.exists(file)).isFalse();
    assertThat(fixture.memory.count(Opcode.LOOKUP)).isGreaterThan(before);
  }

  @Test
  void expiredEntryIsLookedUpAgain() throws IOException {
    Path file = fixture.file("file");
    Files.writeString(file, "x");
    assertThat(Files.exists(file)).isTrue();
    long before = fixture.memory.count(Opcode.LOOKUP);
    assertThat(send(new FuseNotification.InvalidateEntry(ROOT, FuseName.of("file"), true)))
        .isZero();
    assertThat(Files.exists(file)).isTrue();
    assertThat(fixture.memory.count(Opcode.LOOKUP)).isGreaterThan(before);
  }

  @Test
  void deletedEntryIsGone() throws IOException {
    Path file = fixture.file("old");
    Files.writeString(file, "x");
    long node = ((Number) Files.getAttribute(file, "unix:ino")).longValue();
    fixture.memory.moveInRoot("old", "moved");
    assertThat(send(new FuseNotification.DeleteEntry(ROOT, node, FuseName.of("old")))).isZero();
    assertThat(Files.exists(file)).isFalse();
    assertThat(Files.exists(fixture.file("moved"))).isTrue();
  }

  @Test
  void invalidDataIsReadAgain() throws IOException {
    Path file = fixture.file("file");
    Files.writeString(file, "before");
    assertThat(Files.readString(file)).isEqualTo("before");
    long node = fixture.memory.overwrite("file", Payload.utf8("after!"));
    assertThat(Files.readString(file)).as("the kernel still has the page").isEqualTo("before");
    assertThat(send(new FuseNotification.InvalidateNode(node, 0, 0))).isZero();
    assertThat(Files.readString(file)).isEqualTo("after!");
    long reads = fixture.memory.count(Opcode.READ);
    fixture.memory.overwrite("file", Payload.utf8("longer than before"));
    assertThat(send(new FuseNotification.InvalidateNode(node, -1, 0))).isZero();
    assertThat(Files.size(file)).isEqualTo(18);
    assertThat(fixture.memory.count(Opcode.READ)).isEqualTo(reads);
  }

  @Test
  void dataIsStoredAndRetrieved() throws IOException {
    Path file = fixture.file("file");
    Files.writeString(file, "before");
    assertThat(Files.readString(file)).isEqualTo("before");
    long node = ((Number) Files.getAttribute(file, "unix:ino")).longValue();
    long reads = fixture.memory.count(Opcode.READ);
    assertThat(send(new FuseNotification.StoreData(node, 0, Payload.utf8("stored")))).isZero();
    assertThat(Files.readString(file)).isEqualTo("stored");
    assertThat(fixture.memory.count(Opcode.READ)).isEqualTo(reads);
    assertThat(send(new FuseNotification.RetrieveData(99, node, 0, 6))).isZero();
    Awaitility.await()
        .atMost(MountFixture.PATIENCE)
        .until(() -> !fixture.memory.retrieved().isEmpty());
    assertThat(fixture.memory.retrieved().getFirst().data().toUtf8()).startsWith("stored");
  }

  @Test
  void unknownNodesAreReported() {
    assertThat(send(new FuseNotification.InvalidateNode(4711, 0, 0))).isEqualTo(Errno.ENOENT);
    assertThat(send(new FuseNotification.InvalidateEntry(ROOT, FuseName.of("x"), false)))
        .isEqualTo(Errno.ENOENT);
  }
}
