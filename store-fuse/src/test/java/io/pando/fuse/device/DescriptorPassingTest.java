package io.pando.fuse.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fuse.protocol.Errno;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescriptorPassingTest {
  @TempDir private Path temporary;

  @Test
  void descriptorIsPassed() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "passed");
    LinuxCalls calls = new LinuxCalls();
    int opened = calls.open(file.toString(), LinuxCalls.O_RDWR | LinuxCalls.O_CLOEXEC);
    try (DescriptorPassing sockets = DescriptorPassing.open();
        Arena arena = Arena.ofConfined()) {
      assertThat(sockets.send(opened)).isEqualTo(1);
      assertThat(calls.close(opened)).isZero();
      int received = sockets.receive(10_000);
      assertThat(received).isNotNegative();
      MemorySegment into = arena.allocate(6);
      assertThat(calls.read(received, into)).isEqualTo(6);
      assertThat(into.toArray(ValueLayout.JAVA_BYTE)).asString().isEqualTo("passed");
      assertThat(calls.close(received)).isZero();
    }
  }

  @Test
  void senderThatEndsSendsNothing() throws IOException {
    try (DescriptorPassing sockets = DescriptorPassing.open()) {
      sockets.closeChildSocket();
      assertThat(sockets.receive(10_000)).isEqualTo(-Errno.EBADF);
    }
  }

  @Test
  void childInheritsOneDescriptor() throws IOException {
    Path errors = Files.createFile(temporary.resolve("errors"));
    Path file = Files.createFile(temporary.resolve("file"));
    LinuxCalls calls = new LinuxCalls();
    int opened = calls.open(file.toString(), LinuxCalls.O_RDWR | LinuxCalls.O_CLOEXEC);
    List<String> command = List.of("sh", "-c", "echo $WORD >&3; echo wrong >&2; exit 7");
    int pid = ChildProcess.start(command, List.of("WORD=inherited"), opened, errors);
    assertThat(pid).isPositive();
    assertThat(ChildProcess.await(pid)).isEqualTo(7);
    assertThat(calls.close(opened)).isZero();
    assertThat(Files.readString(file)).isEqualTo("inherited\n");
    assertThat(Files.readString(errors)).isEqualTo("wrong\n");
  }

  @Test
  void missingProgramIsReported() throws IOException {
    Path errors = Files.createFile(temporary.resolve("errors"));
    assertThat(ChildProcess.start(List.of("no-such-program-4711"), List.of(), 0, errors))
        .isEqualTo(-Errno.ENOENT);
  }
}
