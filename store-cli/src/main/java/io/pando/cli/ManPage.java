package io.pando.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of a command, in the macros of man(7), made from the model of its help.
 *
 * <p>picocli's own generator writes AsciiDoc, which needs a converter that few machines have.
 */
record ManPage(CommandSpec command, String version) {
  /** The pages of a command and of all its subcommands, by file name. */
  static Map<String, String> all(CommandLine command, String version) {
    Map<String, String> pages = new TreeMap<>();
    add(command, version, pages);
    return pages;
  }

  private static void add(CommandLine command, String version, Map<String, String> pages) {
    ManPage page = new ManPage(command.getCommandSpec(), version);
    pages.put(name(page.command) + ".1", page.text());
    command.getSubcommands().values().stream()
        .filter(sub -> !sub.getCommandSpec().usageMessage().hidden())
        .forEach(sub -> add(sub, version, pages));
  }

  /** The page. */
  String text() {
    List<String> lines = new ArrayList<>();
    String title = escaped(name(command));
    lines.add(
        ".TH \"%s\" \"1\" \"\" \"%s\" \"Pando\""
            .formatted(title.toUpperCase(Locale.ROOT), escaped(version)));
    lines.add(".SH NAME");
    lines.add(title + " \\- " + escaped(summary(command)));
    lines.add(".SH SYNOPSIS");
    lines.add(".nf");
    plain(command.commandLine().getHelp().synopsis(0)).forEach(line -> lines.add(escaped(line)));
    lines.add(".fi");
    description(lines);
    arguments(lines);
    commands(lines);
    seeAlso(lines);
    return String.join("\n", lines) + "\n";
  }

  private void description(List<String> lines) {
    List<String> text = new ArrayList<>(plain(command.usageMessage().description()));
    text.addAll(plain(command.usageMessage().footer()));
    lines.add(".SH DESCRIPTION");
    for (String line : text) {
      lines.add(line.isBlank() ? ".PP" : escaped(line));
    }
  }

  private void arguments(List<String> lines) {
    List<PositionalParamSpec> positions =
        command.positionalParameters().stream().filter(arg -> !arg.hidden()).toList();
    if (!positions.isEmpty()) {
      lines.add(".SH ARGUMENTS");
      positions.forEach(
          arg -> entry(lines, "\\fI" + escaped(arg.paramLabel()) + "\\fR", described(arg)));
    }
    lines.add(".SH OPTIONS");
    command.options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> entry(lines, names(option), described(option)));
  }

  private static String names(OptionSpec option) {
    String names = "\\fB" + escaped(String.join(", ", option.names())) + "\\fR";
    return option.arity().max() == 0
        ? names
        : names + " \\fI" + escaped(option.paramLabel()) + "\\fR";
  }

  private void commands(List<String> lines) {
    List<CommandSpec> shown = shown(command);
    if (!shown.isEmpty()) {
      lines.add(".SH COMMANDS");
      shown.forEach(sub -> entry(lines, "\\fB" + escaped(sub.name()) + "\\fR", summary(sub)));
    }
  }

  private void seeAlso(List<String> lines) {
    List<String> others = new ArrayList<>();
    if (command.parent() != null) {
      others.add(name(command.parent()));
    }
    shown(command).forEach(sub -> others.add(name(sub)));
    if (!others.isEmpty()) {
      lines.add(".SH SEE ALSO");
      others.replaceAll(other -> ".BR " + escaped(other) + " (1)");
      for (int i = 0; i < others.size(); i++) {
        lines.add(others.get(i) + (i + 1 < others.size() ? "," : ""));
      }
    }
  }

  private static List<CommandSpec> shown(CommandSpec command) {
    return command.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(sub -> !sub.usageMessage().hidden())
        .toList();
  }

  private static void entry(List<String> lines, String term, String text) {
    lines.add(".TP");
    lines.add(term);
    lines.add(escaped(text));
  }

  private static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  private static String summary(CommandSpec command) {
    return String.join(" ", plain(command.usageMessage().description())).strip();
  }

  private static String described(ArgSpec arg) {
    return String.join(" ", plain(arg.description())).strip();
  }

  /** Lines of text without picocli's formats. */
  private static List<String> plain(String... texts) {
    List<String> lines = new ArrayList<>();
    for (String text : texts) {
      String line = text.replace("%n", "\n").replace("%%", "%");
      lines.addAll(Ansi.OFF.new Text(line).toString().stripTrailing().lines().toList());
    }
    return lines;
  }

  /** Text that troff prints as it stands. */
  private static String escaped(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }
}
