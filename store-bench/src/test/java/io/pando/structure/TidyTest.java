package io.pando.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Style, over every file of the project. */
class TidyTest {
  private static final SourceTree TREE = SourceTree.here();

  @Test
  void filesAreTidy() {
    SortedMap<String, String> files = new TreeMap<>();
    TREE.paths().stream()
        .filter(TidyRules::cover)
        .forEach(path -> files.put(path, TREE.read(path)));
    List<Finding> findings = TidyRules.check(files);
    assertThat(findings).isEmpty();
  }

  @Test
  void packagesSayWhatTheyAreForAndAreNullMarked() {
    SortedMap<String, String> infos = new TreeMap<>();
    List<String> files =
        TREE.paths().stream()
            .filter(path -> path.endsWith(".java") && !path.endsWith("/module-info.java"))
            .toList();
    for (String path : files) {
      infos.putIfAbsent(packageOf(path), "");
      if (path.endsWith("/package-info.java")) {
        infos.put(packageOf(path), TREE.read(path));
      }
    }
    assertThat(infos).isNotEmpty();
    assertThat(infos)
        .allSatisfy((name, text) ->
            assertThat(text)
                .as("package-info.java of %s", name)
                .contains("@NullMarked")
                .contains("/**"));
  }

  /** Above that, a package has more than one purpose. */
  @Test
  void packagesHaveAtMostTwentyTypes() {
    SortedMap<String, Integer> types = new TreeMap<>();
    TREE.paths().stream()
        .filter(path -> path.contains("/src/main/") && path.endsWith(".java"))
        .filter(path -> !path.endsWith("/package-info.java"))
        .forEach(path -> types.merge(packageOf(path), 1, Integer::sum));
    assertThat(types).isNotEmpty();
    assertThat(types)
        .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(20));
  }

  /** A name that has two meanings sends a reader to the wrong file. */
  @Test
  void noTwoTypesHaveOneName() {
    SortedMap<String, String> names = new TreeMap<>();
    assertThat(
            TREE.paths().stream()
                .filter(path -> path.contains("/src/main/") && path.endsWith(".java"))
                .filter(path -> !path.endsWith("-info.java"))
                .map(path -> names.put(path.substring(path.lastIndexOf('/')), path))
                .filter(Objects::nonNull))
        .isEmpty();
    assertThat(names).isNotEmpty();
  }

  @Test
  void theTreeIsFoundWithAndWithoutGit() {
    assertThat(TREE.paths()).contains("pando", "pom.xml", "store-core/pom.xml");
    assertThat(SourceTree.walk(TREE.root()))
        .contains("pando", "pom.xml", "store-core/pom.xml")
        .noneMatch(path -> path.contains("/target/"));
  }

  static Stream<Arguments> plantedViolations() {
    return Stream.of(
        planted("class A {\n\tint x;\n}\n", "tab"),
        planted("class A { \n}\n", "blanks"),
        planted("class A {}", "does not end"),
        planted("class A { int x; } // " + "x".repeat(120) + "\n", "at most 120"),
        planted("\n".repeat(601), "at most 600"),
        planted("// TODO later\nclass A {}\n", "issue"),
        planted("class A { void f() { System.out.println(); } }\n", "log elsewhere"),
        planted("class A { void f() { Thread.sleep(1); } }\n", "condition"),
        planted("class A { void f() { try { g(); } catch (Exception e) { } } }\n", "by its type"),
        planted("class A { void f(Throwable t) { t.printStackTrace(); } }\n", "log it"),
        planted("@Disabled class A {}\n", "mend"),
        planted("import java.util.*;\nclass A {}\n", "by name"),
        planted("class PoolManager {}\n", "noun"),
        planted("class Outer { interface IStore {} }\n", "noun"),
        planted("class StringUtils {}\n", "noun"),
        planted("public class A {}\n", "Javadoc"),
        planted("class A { A(int a, int b, int c, int d, int e, int f, int g) {} }\n", "record"),
        planted("record A(int a, int b, int c, int d, int e, int f, int g) {}\n", "components"),
        planted("/** Nobody knows. */\nclass A {}\n", "name the OSD"),
        planted("class A { String a = \"begin anew\"; }\n", "again"),
        planted(
            "class A { void f(int a, int b, int c, int d, int e, int f, int g) {} }\n", "record"),
        planted("class A {\n  void f() {\n" + "    g();\n".repeat(70) + "  }\n}\n", "at most 70"));
  }

  @ParameterizedTest
  @MethodSource("plantedViolations")
  void plantedViolationIsFound(String source, String complaint) {
    assertThat(check("store-x/src/main/java/io/pando/x/A.java", source))
        .anySatisfy(finding -> assertThat(finding.complaint()).contains(complaint));
  }

  @Test
  void cleanFileIsLeftAlone() {
    String source =
        """
        /** Says "TODO" and 'System.out' in quotes only: {@code catch (Exception}. */
        class Clean {
          String text = "TODO System.out catch (Exception \\" Thread.sleep";
          char quote = '"';

          Clean(int a, int b, int c, int d, int e, int f) {}
        }
        """;
    assertThat(
            check(
                "store-x/src/main/java/io/pando/x/Clean.java", source.replace("\"TODO\"", "much")))
        .isEmpty();
  }

  private static List<Finding> check(String path, String source) {
    return TidyRules.check(new TreeMap<>(Map.of(path, source)));
  }

  private static Arguments planted(String source, String complaint) {
    return Arguments.of(source, complaint);
  }

  private static String packageOf(String path) {
    String folder = path.substring(0, path.lastIndexOf('/'));
    return folder.replaceFirst(".*/java/", "");
  }
}
