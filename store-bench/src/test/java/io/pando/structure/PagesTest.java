package io.pando.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes and members that pages name exist. */
class PagesTest {
  /** A name in back quotes that can only be a class, with members after it. */
  private static final Pattern NAME =
      Pattern.compile("`([A-Z][a-z]+(?:[A-Z]\\w*|(?=\\.)))((?:\\.\\w+)*)`");

  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|record|interface|enum)\\s+([A-Z]\\w*)");

  private static final SourceTree TREE = SourceTree.here();

  /** The text of all files that declare a type of a name. */
  private static final Map<String, String> TYPES = types();

  private static Map<String, String> types() {
    Map<String, String> types = new TreeMap<>();
    for (String path : TREE.paths()) {
      if (path.endsWith(".java")) {
        String text = TREE.read(path);
        Matcher declared = TYPE.matcher(JavaText.of(text).code());
        while (declared.find()) {
          types.merge(declared.group(1), text, String::concat);
        }
      }
    }
    return types;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docs/architecture.md",
        "docs/consistency.md",
        "docs/glossary.md",
        "docs/repair.md",
        "docs/simulation.md"
      })
  void namedClassesExist(String page) {
    assertThat(unknown(TREE.read(page))).isEmpty();
  }

  @Test
  void unknownNamesAreFound() {
    assertThat(unknown("`PagesTest` `PagesTest.unknown` `Placement.locate` `Raft` `rawStore`"))
        .isEmpty();
    assertThat(unknown("`NoSuchThing`, `Finding.noSuchMember`, `Raft.noSuchThing`"))
        .containsExactly("NoSuchThing", "Finding.noSuchMember", "Raft.noSuchThing");
  }

  private static List<String> unknown(String page) {
    List<String> unknown = new ArrayList<>();
    Matcher name = NAME.matcher(page);
    while (name.find()) {
      String text = TYPES.get(name.group(1));
      boolean known = isOfTheJdk(name.group(1)) || text != null;
      for (String member : name.group(2).split("\\.", -1)) {
        known &= text == null || Pattern.compile("\\b" + member + "\\b").matcher(text).find();
      }
      if (!known) {
        unknown.add(name.group(1) + name.group(2));
      }
    }
    return unknown;
  }

  private static boolean isOfTheJdk(String name) {
    for (String folder : List.of("java.lang.", "java.util.")) {
      try {
        Class.forName(folder + name);
        return true;
      } catch (ClassNotFoundException e) {
        // Perhaps of the other package.
      }
    }
    return false;
  }
}
