package io.pando.bench.study;

import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.ResultFile;
import io.pando.bench.study.plan.StudyCase;
import io.pando.bench.study.plan.StudyResult;
import io.pando.cli.command.UserError;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Another system that does the same cases: a command of the shell that reads the case as JSON from
 * standard input, and prints a JSON object with its figures.
 */
record PeerCommand(String name, String command) {
  private static final String CPU = "cpu";
  private static final String NOTE = "note";
  private static final List<Figure> PARTS_OF_CHECKING =
      List.of(
          Figure.NOTICING_SECONDS,
          Figure.WAITING_SECONDS,
          Figure.PEERING_SECONDS,
          Figure.LISTING_SECONDS);

  /** Reads the text {@code NAME=COMMAND}. */
  static PeerCommand parse(String text) {
    int equals = text.indexOf('=');
    String name = text.substring(0, Math.max(0, equals));
    if (!name.matches("[A-Za-z0-9._-]+") || text.substring(equals + 1).isBlank()) {
      throw UserError.usage(
          "--peer must be NAME=COMMAND, such as ceph=./ceph-case.sh, is '" + text + "'");
    }
    if (name.equals(StudyResult.PANDO)) {
      throw UserError.usage(
          "--peer %s: that is the name of this system; choose another".formatted(name));
    }
    return new PeerCommand(name, text.substring(equals + 1));
  }

  /** Has the command do a case; its standard error is that of this process. */
  StudyResult run(StudyCase at) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", command)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      try (OutputStream in = process.getOutputStream()) {
        in.write((ResultFile.line(at) + "\n").getBytes(StandardCharsets.UTF_8));
      } catch (IOException notRead) {
        // The command may do without the case; its answer and exit status tell.
      }
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      if (status != 0) {
        throw UserError.failed(
            "the command of peer %s ended with status %d; it must print its figures and end with 0"
                .formatted(name, status));
      }
      return answer(at, answer);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The result from what the command printed. */
  StudyResult answer(StudyCase at, String text) {
    JsonNode object;
    try {
      object = JsonMapper.shared().readTree(text);
    } catch (JacksonException notJson) {
      throw wrong("not JSON: " + notJson.getOriginalMessage().lines().findFirst().orElse(""));
    }
    if (!object.isObject()) {
      throw wrong("'%s'".formatted(text.strip()));
    }
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    List<StudyResult.CpuPoint> cpu = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String key = member.getKey();
      if (key.equals(CPU)) {
        member.getValue().forEach(point -> cpu.add(point(point)));
      } else if (!key.equals(NOTE) && !member.getValue().isNull()) {
        figures.put(figure(key), number(key, member.getValue()));
      }
    }
    if (figures.keySet().containsAll(PARTS_OF_CHECKING)) {
      figures.putIfAbsent(
          Figure.CHECKING_SECONDS, PARTS_OF_CHECKING.stream().mapToDouble(figures::get).sum());
    }
    return StudyResult.of(name, at, figures, cpu, object.path(NOTE).asString(""));
  }

  private Figure figure(String key) {
    return Figure.of(key)
        .orElseThrow(() ->
            wrong(
                "the member '%s', which is no figure; figures are %s"
                    .formatted(
                        key,
                        Arrays.stream(Figure.values())
                            .map(Figure::key)
                            .collect(Collectors.joining(", ")))));
  }

  private double number(String key, JsonNode value) {
    if (!value.isNumber() || !(value.asDouble() >= 0)) {
      throw wrong("%s = %s, which is not a number from 0 on".formatted(key, value));
    }
    return value.asDouble();
  }

  private StudyResult.CpuPoint point(JsonNode point) {
    if (point.size() != 2 || !point.path(0).isNumber() || !point.path(1).isNumber()) {
      throw wrong("the point %s in cpu, which is not [seconds, cores]".formatted(point));
    }
    return new StudyResult.CpuPoint(point.get(0).asDouble(), point.get(1).asDouble());
  }

  private UserError wrong(String what) {
    return UserError.failed(
        "the command of peer %s must print one JSON object with figures, and printed %s"
            .formatted(name, what));
  }
}
