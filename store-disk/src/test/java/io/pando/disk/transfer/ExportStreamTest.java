package io.pando.disk.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.GoldenBytes;
import io.pando.store.CollectionId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The records of a stream, and the checksums that chain them. */
class ExportStreamTest {
  private static final List<ExportRecord> RECORDS =
      List.of(new ExportRecord.OfCollection(CollectionId.DAEMON), new ExportRecord.End(1, 0, 0));

  @Test
  void goldenBytes() throws IOException {
    byte[] golden = GoldenBytes.of("export-1");
    ExportInput in = new ExportInput(new ByteArrayInputStream(golden));
    assertThat(List.of(in.next(), in.next())).isEqualTo(RECORDS);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ExportOutput out = new ExportOutput(bytes);
    for (ExportRecord record : RECORDS) {
      out.write(record);
    }
    assertThat(bytes.toByteArray()).isEqualTo(golden);
  }
}
