package io.pando.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.pando.codec.Schema;
import io.pando.codec.Shape;
import io.pando.codec.build.CoderBuild;
import io.pando.format.ChangeRecords;
import io.pando.format.CrushRecords;
import io.pando.format.GroupRecords;
import io.pando.format.InodeRecords;
import io.pando.format.MapRecords;
import io.pando.format.RandomRecords;
import io.pando.format.StoreRecords;
import io.pando.random.Random64;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The published schema matches the code: the code prints its text, and Google's library, with this
 * schema, reads the bytes that the code writes.
 */
class SchemaTest {
  private static final Path FOLDER = Path.of("src/main/proto/pando");

  private static Schema stored() {
    return new Schema()
        .add(GroupRecords.INFO_SHAPE)
        .add(GroupRecords.ENTRY_SHAPE)
        .add(GroupRecords.OBJECT_SHAPE)
        .add(GroupRecords.LINEAGE_SHAPE)
        .add(GroupRecords.SCRUB_SHAPE)
        .add(GroupRecords.TREE_PAGE_SHAPE)
        .add(GroupRecords.TREE_HEAD_SHAPE)
        .add(GroupRecords.INDEX_HEAD_SHAPE)
        .add(GroupRecords.INDEX_DIRECTORY_SHAPE)
        .add(GroupRecords.INDEX_PAGE_SHAPE)
        .add(CrushRecords.MAP)
        .add(MapRecords.MAP_SHAPE)
        .add(MapRecords.INCREMENTAL_SHAPE)
        .add(ChangeRecords.CHANGE_UNION)
        .add(StoreRecords.OP)
        .add(InodeRecords.INODE)
        .add(InodeRecords.ENTRY);
  }

  private static List<Kind> kinds() {
    return Stream.of(FrameCodec.GREETINGS.kinds(), FrameCodec.MESSAGES.kinds())
        .flatMap(List::stream)
        .toList();
  }

  @Test
  void theSchemaIsWhatTheCodeDoes() throws IOException {
    checkFile("stored.proto", "Records that are stored. See docs/formats.md.", "", stored());
    Schema messages = new Schema();
    StringBuilder numbers =
        new StringBuilder("Messages between nodes, by the kind in the frame's header:\n");
    for (Kind kind : kinds()) {
      messages.add(kind.shape());
      numbers.append("// %5d %s\n".formatted(kind.number(), kind.shape().record().getSimpleName()));
    }
    numbers.append("// See docs/formats.md.");
    checkFile(
        "messages.proto",
        numbers.toString(),
        "import \"pando/stored.proto\";\n\n",
        messages.without(stored()));
  }

  /** Compares with a file; {@code -Dpando.golden=write} writes the files. */
  private static void checkFile(String name, String purpose, String imports, Schema schema)
      throws IOException {
    String text =
        "// %s\nsyntax = \"proto3\";\n\npackage pando;\n\n%s%s"
            .formatted(purpose, imports, schema.text());
    Path file = FOLDER.resolve(name);
    if ("write".equals(System.getProperty("pando.golden"))) {
      Files.writeString(file, text);
    }
    assertThat(Files.readString(file)).isEqualTo(text);
  }

  /** The coders of all messages; {@code CoderBuildTest} compares the classes. */
  @Test
  void buildKnowsTheShapesOfAllMessages() throws IOException, ReflectiveOperationException {
    Collection<Shape<?>> known = CoderBuild.shapes(Path.of("target/classes"));
    List<String> names = known.stream().map(Shape::coderName).toList();
    for (Kind kind : kinds()) {
      assertThat(names)
          .as(kind.toString())
          .containsAll(CoderBuild.shapes(kind.shape()).stream().map(Shape::coderName).toList());
    }
  }

  @Test
  void othersReadOurMessagesByTheSchema() throws IOException {
    Map<String, Descriptor> types = descriptors();
    RandomRecords records = new RandomRecords(new Random64(23));
    for (Kind kind : FrameCodec.MESSAGES.kinds()) {
      Descriptor type = types.get(kind.shape().record().getSimpleName());
      assertThat(type).as(kind.toString()).isNotNull();
      for (int i = 0; i < 20; i++) {
        io.pando.message.Message message =
            (io.pando.message.Message) records.any(kind.shape().record());
        byte[] bytes = Bytes.of(FrameCodec.MESSAGES.encode(message, 0));
        FrameHeader header = FrameHeader.parse(bytes);
        byte[] body =
            Arrays.copyOfRange(bytes, FrameHeader.BYTES, FrameHeader.BYTES + header.messageBytes());
        assertAllKnown(parse(Objects.requireNonNull(type), body));
      }
    }
  }

  private static Message parse(Descriptor type, byte[] body) {
    try {
      return DynamicMessage.parseFrom(type, body);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(type.getName(), e);
    }
  }

  private static void assertAllKnown(Message message) {
    assertThat(message.getUnknownFields().asMap())
        .as(message.getDescriptorForType().getName())
        .isEmpty();
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      List<?> values = field.getValue() instanceof List<?> list ? list : List.of(field.getValue());
      for (Object value : values) {
        if (value instanceof Message inner) {
          assertAllKnown(inner);
        }
      }
    }
  }

  private static Map<String, Descriptor> descriptors() throws IOException {
    Map<String, FileDescriptor> files = new LinkedHashMap<>();
    Map<String, Descriptor> types = new LinkedHashMap<>();
    try (InputStream in =
        Objects.requireNonNull(SchemaTest.class.getResourceAsStream("/pando.protoset"))) {
      for (FileDescriptorProto proto : FileDescriptorSet.parseFrom(in).getFileList()) {
        FileDescriptor[] needed =
            proto.getDependencyList().stream().map(files::get).toArray(FileDescriptor[]::new);
        FileDescriptor file = FileDescriptor.buildFrom(proto, needed);
        files.put(proto.getName(), file);
        file.getMessageTypes().forEach(type -> types.put(type.getName(), type));
      }
    } catch (DescriptorValidationException e) {
      throw new IOException(e);
    }
    return types;
  }
}
