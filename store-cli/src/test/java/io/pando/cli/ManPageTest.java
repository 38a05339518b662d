package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManPageTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void everyShownCommandHasAPage() throws IOException {
    Path pages = folder.resolve("man1");
    Shell.Outcome outcome = new Shell(folder).run("man-pages", pages.toString());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(pages.resolve("pando-warm-up.1")).doesNotExist();
    assertThat(pages.resolve("pando-osd-tree.1")).exists();
    assertThat(Files.readString(pages.resolve("pando-osd.1")))
        .startsWith(".TH \"PANDO\\-OSD\" \"1\"")
        .contains(".SH SYNOPSIS\n.nf\npando osd [")
        .contains("\\fB\\-\\-id\\fR \\fIN\\fR\nrun the OSD")
        .contains(".BR pando\\-osd\\-tree (1)")
        .doesNotContain("%n")
        .doesNotContain("@|");
  }
}
