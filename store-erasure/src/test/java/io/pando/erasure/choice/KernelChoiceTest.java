package io.pando.erasure.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.erasure.isal.IsalKernel;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.vector.VectorKernel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The best kernel that is available is picked, and the sentence says why. */
class KernelChoiceTest {
  private static final KernelCandidate NO_LIBRARY =
      new KernelCandidate("isal", () -> new KernelCandidate.Missing("no library (install it)"));
  private static final KernelCandidate NO_MODULE =
      new KernelCandidate("vector", () -> new KernelCandidate.Missing("no module"));
  private static final KernelCandidate PLAIN =
      new KernelCandidate(
          "plain", () -> new KernelCandidate.Found(new PlainKernel(), "plain (Java)"));

  private static String reason(String requested, KernelCandidate... candidates) {
    return KernelChoice.of(requested, List.of(candidates)).reason();
  }

  @Test
  void sentenceSaysWhatIsMissing() {
    assertThat(reason("auto", NO_LIBRARY, NO_MODULE, PLAIN))
        .isEqualTo(
            "Erasure codes use the kernel plain (Java): no library (install it); no module.");
    assertThat(reason("auto", PLAIN)).isEqualTo("Erasure codes use the kernel plain (Java).");
    assertThat(reason("plain", NO_LIBRARY, PLAIN))
        .isEqualTo("Erasure codes use the kernel plain (Java), as requested.");
    assertThat(reason("vector", NO_LIBRARY, NO_MODULE, PLAIN))
        .isEqualTo(
            "Erasure codes use the kernel plain (Java): the requested kernel is not available: no"
                + " module; no library (install it).");
    assertThat(reason("fast", NO_MODULE, PLAIN))
        .isEqualTo(
            "Erasure codes use the kernel plain (Java): there is no kernel 'fast'; choose one of"
                + " auto, vector, plain; no module.");
  }

  @Test
  void firstCandidateIsPicked() {
    KernelChoice choice = KernelChoice.of(KernelChoice.AUTO);
    assertThat(choice.kernel().name())
        .isEqualTo(IsalKernel.find().isPresent() ? IsalKernel.NAME : VectorKernel.NAME);
    assertThat(KernelChoice.of(VectorKernel.NAME).kernel()).isInstanceOf(VectorKernel.class);
    assertThat(KernelChoice.of(VectorKernel.NAME).reason()).contains("-bit vectors");
    assertThat(KernelChoice.of(PlainKernel.NAME).kernel()).isInstanceOf(PlainKernel.class);
  }

  /** A real JVM, started as users start theirs. */
  @Test
  void withoutTheModuleTheVectorKernelIsAbsent() throws IOException, InterruptedException {
    assertThat(output(List.of("--enable-native-access=ALL-UNNAMED")))
        .contains("plain: 4+2 encoded")
        .contains(
            "the requested kernel is not available: the JVM was started without --add-modules")
        .doesNotContain("vector: 4+2 encoded");
  }

  /** The JVM may be told to refuse native calls. */
  @Test
  void withoutNativeAccessIsalIsAbsent() throws IOException, InterruptedException {
    assertThat(
            output(
                List.of("--illegal-native-access=deny", "--add-modules", "jdk.incubator.vector")))
        .contains("vector: 4+2 encoded")
        .contains("the requested kernel is not available: libisal.so.2 cannot be used")
        .doesNotContain("isal: 4+2 encoded");
  }

  private static String output(List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), EncodesWithAll.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output;
    try (var stream = process.getInputStream()) {
      output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
