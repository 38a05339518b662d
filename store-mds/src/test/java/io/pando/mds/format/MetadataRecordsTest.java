package io.pando.mds.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.pando.bytes.Payload;
import io.pando.codec.Schema;
import io.pando.format.InodeRecords;
import io.pando.fs.DirFragment;
import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.DirEntry;
import io.pando.mds.table.Nothing;
import io.pando.mds.table.Stored;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import io.pando.proto.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Bytes that were written once stay readable: the golden file holds a name and the bytes on each
 * line. Before a first release, a change of a record deletes the file, and {@code
 * -Dpando.golden=write} writes it again. The schema says how others read them.
 */
class MetadataRecordsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/metadata-1.txt");
  private static final Path SCHEMA = Path.of("src/main/proto/pando/metadata.proto");
  private static final boolean WRITES = "write".equals(System.getProperty("pando.golden"));
  private final DirectoryFormat directories = new DirectoryFormat();
  private final LinkFormat links = new LinkFormat();
  private final SessionFormat sessions = new SessionFormat(0);

  private Map<String, Payload> encoded() {
    Map<String, Payload> all = new LinkedHashMap<>();
    Examples.journal().forEach((name, it) -> all.put(name, MetadataRecords.JOURNAL.encode(it)));
    all.put("journal-head", MetadataRecords.JOURNAL_HEAD.encode(Examples.head()));
    all.put("entry", directories.encode(new Stored<>(5, new DirEntry.Primary(Examples.FILE))));
    all.put("totals", directories.encodeHead(new Stored<>(6, Examples.TOTALS)));
    all.put("inode", links.encode(new Stored<>(7, Examples.DIRECTORY)));
    all.put("version", links.encodeHead(new Stored<>(8, Nothing.NOTHING)));
    all.put("session", sessions.encode(new Stored<>(9, Examples.SESSION)));
    all.put("answer", sessions.encode(new Stored<>(10, new SessionRow.OfAnswer(null, false))));
    all.put("back-pointer", MetadataRecords.BACK_POINTER.encode(Examples.POINTER));
    all.put("numbers", sessions.encodeHead(new Stored<>(11, Ino.FIRST_FREE)));
    return all;
  }

  private static String typeOf(String name) {
    return switch (name) {
      case "journal-head" -> "JournalHead";
      case "entry" -> "StoredEntry";
      case "totals" -> "StoredTotals";
      case "back-pointer" -> "BackPointer";
      case "inode" -> "StoredInode";
      case "version" -> "StoredVersion";
      case "session", "answer" -> "StoredSessionRow";
      case "numbers" -> "StoredNumbers";
      default -> "JournalRecord";
    };
  }

  @Test
  void recordsHaveTheBytesThatTheyAlwaysHad() throws IOException {
    StringBuilder lines = new StringBuilder();
    encoded()
        .forEach((name, bytes) ->
            lines
                .append(name)
                .append('\t')
                .append(HexFormat.of().formatHex(bytes.toByteArray()))
                .append('\n'));
    if (WRITES && !Files.exists(GOLDEN)) {
      Files.createDirectories(Objects.requireNonNull(GOLDEN.getParent()));
      Files.writeString(GOLDEN, lines);
    }
    assertThat(lines.toString()).isEqualTo(Files.readString(GOLDEN));
  }

  @Test
  void recordsAreReadAsTheyWereWritten() {
    Examples.journal()
        .forEach((name, it) ->
            assertThat(MetadataRecords.JOURNAL.decode(bytes(name))).as(name).isEqualTo(it));
    assertThat(MetadataRecords.JOURNAL_HEAD.decode(bytes("journal-head")))
        .isEqualTo(Examples.head());
    assertThat(directories.decode(bytes("entry")))
        .isEqualTo(new Stored<>(5, new DirEntry.Primary(Examples.FILE)));
    assertThat(directories.decodeHead(bytes("totals"))).isEqualTo(new Stored<>(6, Examples.TOTALS));
    assertThat(MetadataRecords.BACK_POINTER.decode(bytes("back-pointer")))
        .isEqualTo(Examples.POINTER);
    assertThat(links.decode(bytes("inode"))).isEqualTo(new Stored<>(7, Examples.DIRECTORY));
    assertThat(links.decodeHead(bytes("version"))).isEqualTo(new Stored<>(8, Nothing.NOTHING));
    assertThat(sessions.decode(bytes("session"))).isEqualTo(new Stored<>(9, Examples.SESSION));
    assertThat(sessions.decode(bytes("answer")))
        .isEqualTo(new Stored<>(10, new SessionRow.OfAnswer(null, false)));
    assertThat(sessions.decodeHead(bytes("numbers"))).isEqualTo(new Stored<>(11, Ino.FIRST_FREE));
  }

  private Payload bytes(String name) {
    return Objects.requireNonNull(encoded().get(name));
  }

  @Test
  void damagedRecordsAreRefused() {
    byte[] bytes = bytes("entry").toByteArray();
    for (int length = 0; length < bytes.length; length++) {
      Payload cut = Payload.wrap(Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> directories.decode(cut)).isInstanceOf(FormatException.class);
    }
  }

  @Test
  void objectsHaveNamesThatSayWhatTheyAre() {
    assertThat(DirectoryFormat.objectName(Examples.FRAGMENT)).isEqualTo("dir.1.2/3");
    assertThat(DirectoryFormat.objectName(new FragmentId(new Ino(255), DirFragment.WHOLE)))
        .isEqualTo("dir.ff.0/0");
    assertThat(LinkFormat.objectName(LinkFormat.slice(new Ino(0x12345)))).isEqualTo("links.12");
    assertThat(links.text(new Ino(0x12345))).isEqualTo("0000000000012345");
    assertThat(SessionFormat.objectName(3)).isEqualTo("sessions.3");
    assertThat(new SessionFormat(3).emptyHead()).isEqualTo(new Ino(0x30_0100_0000_0000L));
    for (SessionKey key : List.of(SessionKey.of(1), new SessionKey(1, 70), SessionKey.of(-2))) {
      assertThat(sessions.key(sessions.text(key))).isEqualTo(key);
    }
    assertThat(sessions.text(new SessionKey(-2, 70)))
        .isEqualTo("fffffffffffffffe.0000000000000046");
    for (String bad : List.of("", "12", "0000000000000001.", "0000000000000001x0000000000000002")) {
      assertThatThrownBy(() -> sessions.key(bad)).isInstanceOf(IllegalArgumentException.class);
    }
    EntryKey key = EntryKey.of(Examples.NAME, new NameHash(1));
    assertThat(directories.text(key)).isEqualTo(key.text());
  }

  @Test
  void theSchemaIsWhatTheCodeDoes() throws IOException {
    Schema schema =
        new Schema()
            .add(MetadataRecords.JOURNAL_UNION)
            .add(MetadataRecords.HEAD_SHAPE)
            .add(MetadataRecords.ENTRY_SHAPE)
            .add(MetadataRecords.INODE_SHAPE)
            .add(MetadataRecords.TOTALS_SHAPE)
            .add(MetadataRecords.VERSION_SHAPE)
            .add(MetadataRecords.SESSION_SHAPE)
            .add(MetadataRecords.NUMBERS_SHAPE)
            .add(MetadataRecords.BACK_POINTER_SHAPE)
            .without(new Schema().add(InodeRecords.ENTRY));
    String text =
        """
        // Records in the objects of metadata pools. See docs/formats.md.
        syntax = "proto3";

        package pando;

        import "pando/stored.proto";

        %s\
        """
            .formatted(schema.text());
    if (WRITES) {
      Files.writeString(SCHEMA, text);
    }
    assertThat(Files.readString(SCHEMA)).isEqualTo(text);
  }

  @Test
  void othersReadTheRecordsByTheSchema() throws IOException, DescriptorValidationException {
    FileDescriptor schema = schema();
    for (Map.Entry<String, Payload> each : encoded().entrySet()) {
      byte[] bytes = each.getValue().toByteArray();
      byte[] body = Arrays.copyOfRange(bytes, 1, bytes.length);
      Message message =
          DynamicMessage.parseFrom(schema.findMessageTypeByName(typeOf(each.getKey())), body);
      assertThat(message.toByteArray()).as(each.getKey()).isEqualTo(body);
      assertThat(message.toString())
          .as("fields without a name")
          .doesNotContainPattern("(?m)^ *\\d");
    }
  }

  private static FileDescriptor schema() throws IOException, DescriptorValidationException {
    List<FileDescriptor> files = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(MetadataRecordsTest.class.getResourceAsStream("/pando.protoset"))) {
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
