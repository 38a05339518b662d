package io.pando.bench.repair;

import io.pando.cli.command.UserError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Parses lists on the command line, separated by commas. */
final class NumberList {
  private static final int THOUSAND = 1_000;

  private NumberList() {}

  /** Counts; 5k is 5,000. */
  static List<Integer> counts(String option, String text, int least, int most) {
    return each(
        option,
        text,
        item -> {
          boolean thousands = item.endsWith("k");
          String digits = thousands ? item.substring(0, item.length() - 1) : item;
          long count = Long.parseLong(digits) * (thousands ? THOUSAND : 1);
          if (count < least || count > most) {
            throw UserError.usage(option + " must be " + least + " to " + most + ", is " + item);
          }
          return Math.toIntExact(count);
        });
  }

  /** Numbers of leaves: each is 0 or a power of two. */
  static List<Integer> leaves(String option, String text, int most) {
    List<Integer> all = counts(option, text, 0, most);
    for (int leaves : all) {
      if (leaves == 1 || Integer.bitCount(leaves) > 1) {
        throw UserError.usage(option + ": the number of leaves must be 2, 4, 8, ..., is " + leaves);
      }
    }
    return all;
  }

  /** Percentages. */
  static List<Double> percents(String option, String text) {
    return each(
        option,
        text,
        item -> {
          double percent = Double.parseDouble(item);
          if (!(percent >= 0 && percent <= 100)) {
            throw UserError.usage(option + " must be 0 to 100 percent, is " + item);
          }
          return percent;
        });
  }

  /** Ways of discovery. */
  static List<DiscoveryMethod> ways(String option, String text) {
    String problem = ": expected names among log, index, tree and scan, found '" + text + "'";
    return each(
        option,
        text,
        item ->
            Arrays.stream(DiscoveryMethod.values())
                .filter(way -> way.label().equals(item))
                .findFirst()
                .orElseThrow(() -> UserError.usage(option + problem)));
  }

  private static <T> List<T> each(String option, String text, Function<String, T> parse) {
    List<T> all = new ArrayList<>();
    for (String item : text.split(",", -1)) {
      try {
        all.add(parse.apply(item.strip()));
      } catch (NumberFormatException notOne) {
        throw UserError.usage(option + ": '" + item + "' is not a number");
      }
    }
    return all;
  }
}
