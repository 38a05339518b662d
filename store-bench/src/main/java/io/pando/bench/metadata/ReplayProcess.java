package io.pando.bench.metadata;

import io.pando.bytes.Payload;
import io.pando.cli.command.UserError;
import io.pando.cli.process.JavaCommand;
import io.pando.sim.scale.JournalCopy;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Program of a process that has the options of a metadata server, has just started, and replays a
 * journal. A process that made the journal itself would have compiled half of the code before.
 */
final class ReplayProcess {
  private static final int HEAP_MIB = 1024;

  private ReplayProcess() {}

  /** Arguments: a file with a journal, whether it rehearses, and the number of replays. */
  public static void main(String[] args) throws IOException {
    JournalCopy journal = read(Path.of(args[0]));
    LongSupplier successors =
        Boolean.parseBoolean(args[1]) ? journal.rehearsedSuccessors() : journal.successors();
    System.out.println(ReplayTimes.of(successors, Integer.parseInt(args[2])).line());
  }

  /**
   * Runs it.
   *
   * @param journal file that {@link #write} made
   * @param rehearses whether it first rehearses as a standby does
   */
  static ReplayTimes run(Path journal, boolean rehearses, int rounds)
      throws IOException, InterruptedException {
    List<String> arguments =
        List.of(journal.toString(), Boolean.toString(rehearses), Integer.toString(rounds));
    Process process =
        new ProcessBuilder(JavaCommand.ofServer(ReplayProcess.class.getName(), HEAP_MIB, arguments))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String line =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int status = process.waitFor();
    if (status != 0) {
      throw UserError.failed("the process that replays ended with status " + status);
    }
    return ReplayTimes.parse(line);
  }

  static void write(JournalCopy journal, Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      write(out, journal.head());
      out.writeInt(journal.objects().size());
      for (Payload each : journal.objects()) {
        write(out, each);
      }
    }
  }

  private static void write(DataOutputStream out, Payload bytes) throws IOException {
    out.writeInt(bytes.size());
    out.write(bytes.toByteArray());
  }

  private static JournalCopy read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      Payload head = readBytes(in);
      List<Payload> objects = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        objects.add(readBytes(in));
      }
      return new JournalCopy(head, objects);
    }
  }

  private static Payload readBytes(DataInputStream in) throws IOException {
    return Payload.wrap(in.readNBytes(in.readInt()));
  }
}
