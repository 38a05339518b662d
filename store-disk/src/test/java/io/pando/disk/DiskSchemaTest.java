package io.pando.disk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.pando.codec.Schema;
import io.pando.disk.catalog.CatalogRecords;
import io.pando.disk.file.FileRecords;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.transfer.ExportRecords;
import io.pando.format.MapRecords;
import io.pando.format.StoreRecords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The published schema of the stores' records matches the code: the code prints its text, and
 * Google's library, with this schema, reads the bytes.
 */
class DiskSchemaTest {
  private static final Path FILE = Path.of("src/main/proto/pando/disk.proto");

  /** Compares with the file; {@code -Dpando.golden=write} writes it. */
  @Test
  void schemaIsWhatTheCodeDoes() throws IOException {
    Schema schema =
        new Schema()
            .add(RawRecords.UPDATE_SHAPE)
            .add(RawRecords.SHARES_SHAPE)
            .add(RawRecords.OBJECT_SHAPE)
            .add(RawRecords.SUPERBLOCK_SHAPE)
            .add(ExportRecords.RECORD)
            .add(CatalogRecords.OBJECT_SHAPE)
            .add(CatalogRecords.STATE_SHAPE)
            .add(CatalogRecords.SUPERBLOCK_SHAPE)
            .add(FileRecords.TRANSACTION_SHAPE)
            .without(new Schema().add(StoreRecords.OP).add(MapRecords.COMPRESSION));
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

  @Test
  void othersReadRawRecordsByTheSchema() throws IOException, DescriptorValidationException {
    FileDescriptor schema = schema();
    for (String line : Files.readAllLines(Path.of("src/test/resources/golden/raw-records.txt"))) {
      byte[] bytes = HexFormat.of().parseHex(line.substring(line.indexOf('\t') + 1));
      String kind = line.substring(0, line.indexOf('\t'));
      boolean alone = kind.equals("superblock");
      byte[] body = Arrays.copyOfRange(bytes, alone ? 16 : 1, bytes.length - (alone ? 4 : 0));
      String name =
          switch (kind) {
            case "blocks" -> "RawBlocks";
            case "object" -> "RawObject";
            default -> "RawSuperblock";
          };
      Message message = DynamicMessage.parseFrom(schema.findMessageTypeByName(name), body);
      assertThat(message.toByteArray()).as(line).isEqualTo(body);
      assertThat(message.toString())
          .as("fields without a name")
          .doesNotContainPattern("(?m)^ *\\d");
    }
  }

  private static FileDescriptor schema() throws IOException, DescriptorValidationException {
    List<FileDescriptor> files = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(DiskSchemaTest.class.getResourceAsStream("/pando.protoset"))) {
      for (FileDescriptorProto proto : FileDescriptorSet.parseFrom(in).getFileList()) {
        FileDescriptor[] needed =
            files.stream()
                .filter(file -> proto.getDependencyList().contains(file.getName()))
                .toArray(FileDescriptor[]::new);
        files.add(FileDescriptor.buildFrom(proto, needed));
      }
    }
    return files.getLast();
  }
}
