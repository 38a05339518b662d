package io.pando.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.codec.Schema;
import io.pando.disk.catalog.CatalogRecords;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.transfer.ExportRecords;
import io.pando.format.StoreRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The published schema of the stores' records is printed by the code. */
class DiskSchemaTest {
  private static final Path FILE = Path.of("src/main/proto/pando/disk.proto");

  /** Compares with the file; {@code -Dpando.golden=write} writes it. */
  @Test
  void schemaIsWhatTheCodeDoes() throws IOException {
    Schema schema =
        new Schema()
            .add(RawRecords.UPDATE_SHAPE)
            .add(RawRecords.SHARES_SHAPE)
            .add(ExportRecords.RECORD)
            .add(CatalogRecords.OBJECT_SHAPE)
            .add(CatalogRecords.STATE_SHAPE)
            .add(CatalogRecords.SUPERBLOCK_SHAPE)
            .without(new Schema().add(StoreRecords.TRANSACTION_SHAPE));
    String text =
        """
        // Records that local stores keep on disk. See docs/formats.md.
        syntax = "proto3";

        package pando;

        import "pando/stored.proto";

        %s\
        """
            .formatted(schema.text());
    if ("write".equals(System.getProperty("pando.golden"))) {
      Files.writeString(FILE, text);
    }
    assertThat(Files.readString(FILE)).isEqualTo(text);
  }
}
