package io.pando.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of {@code docs/deploy.md}. The paragraph before a block of code says where its lines
 * are typed: "on every host", "on the other hosts", or "on" one or several addresses; with "one
 * host after the other", the next host begins when the last line of the block has ended.
 *
 * @param sections blocks of code by heading, in the order of the document
 */
record DeployDocument(Map<String, List<Block>> sections) {
  private static final String ADDRESS = "10\\.0\\.0\\.[0-9]+";
  private static final Pattern PLACE =
      Pattern.compile(
          "[Oo]n (every host|the other hosts|" + ADDRESS + "(?:(?:, | and )" + ADDRESS + ")*)");

  /**
   * A block of code.
   *
   * @param place where it is typed, in the document's words; empty if the document does not say
   * @param inTurn whether one host begins after the other
   */
  record Block(String place, boolean inTurn, List<String> lines) {
    /** The addresses that the place names. */
    List<String> addresses() {
      return Pattern.compile(ADDRESS).matcher(place).results().map(it -> it.group()).toList();
    }
  }

  static DeployDocument read(Path file) throws IOException {
    Map<String, List<Block>> sections = new LinkedHashMap<>();
    List<Block> blocks = new ArrayList<>();
    List<String> code = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    boolean inCode = false;
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("```")) {
        if (inCode) {
          blocks.add(block(paragraph.toString(), code));
          paragraph.setLength(0);
        }
        code.clear();
        inCode = !inCode;
      } else if (inCode) {
        code.add(line);
      } else if (line.startsWith("## ")) {
        blocks = new ArrayList<>();
        sections.put(line.substring(3), blocks);
      } else {
        boolean begins = !paragraph.isEmpty() && paragraph.charAt(paragraph.length() - 1) == '\n';
        if (begins && !line.isEmpty()) {
          paragraph.setLength(0);
        }
        paragraph.append(line.isEmpty() ? "\n" : line + " ");
      }
    }
    assertThat(inCode).as("the last block of code has no end").isFalse();
    return new DeployDocument(sections);
  }

  private static Block block(String paragraph, List<String> lines) {
    Matcher places = PLACE.matcher(paragraph);
    String place = "";
    while (places.find()) {
      place = places.group(1);
    }
    return new Block(place, paragraph.contains("one host after the other"), List.copyOf(lines));
  }
}
