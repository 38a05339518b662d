package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ConfigLocation;
import io.pando.cli.output.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ProgramTest {
  /** A command is found by the names of its part, without making the others. */
  @Test
  void partsNameTheirCommands() {
    CommandContext context =
        new CommandContext(Console.ofProcess(), new ConfigLocation(Path.of("last"), null));
    Program program = new Program(context, List.of());
    for (Program.Part part : program.parts()) {
      List<String> made = new ArrayList<>();
      for (Object command : part.commands().get()) {
        CommandLine line = command instanceof CommandLine it ? it : new CommandLine(command);
        made.add(line.getCommandName());
      }
      assertThat(part.names()).containsExactlyInAnyOrderElementsOf(made);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "status, status",
    "-c x.yaml -f json osd tree, osd",
    "--conf=x --debug put a b, put",
    "-h status,",
    "-s,",
    "-c,",
    "--version,",
  })
  void firstWordIsTheCommand(String line, String expected) {
    assertThat(FirstWord.of(line.split(" ")).orElse(null)).isEqualTo(expected);
  }
}
