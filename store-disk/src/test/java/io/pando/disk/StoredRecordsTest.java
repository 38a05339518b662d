package io.pando.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.codec.Shape;
import io.pando.codec.ShapeCompiler;
import io.pando.codec.build.CoderBuild;
import io.pando.disk.catalog.CatalogRecords;
import io.pando.disk.file.FileRecords;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.transfer.ExportRecords;
import io.pando.format.RecordFormat;
import io.pando.proto.FormatException;
import io.pando.random.Random64;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Formats of the records that stores keep, against golden files: each line has a name, the bytes in
 * hexadecimal, and their meaning. The files never change; a changed format gets another version
 * beside the old one.
 */
class StoredRecordsTest {
  /** A format, the version of it that is written, and the name of its golden files. */
  record Stored<T>(String file, int version, RecordFormat<T> format) {
    Stored(String file, RecordFormat<T> format) {
      this(file, 1, format);
    }

    @Override
    public String toString() {
      return file + "-" + version;
    }

    List<Example> examples() throws IOException {
      return Files.readAllLines(Path.of("src/test/resources/golden", "stored-" + this + ".txt"))
          .stream()
          .map(line -> line.split("\t", 3))
          .map(parts -> new Example(parts[1], parts[2]))
          .toList();
    }
  }

  record Example(String hex, String meaning) {
    byte[] bytes() {
      return HexFormat.of().parseHex(hex);
    }
  }

  static List<Stored<?>> formats() {
    return List.of(
        new Stored<>("raw-update", RawRecords.UPDATE),
        new Stored<>("raw-shares", RawRecords.SHARES),
        new Stored<>("export-record", ExportRecords.EXPORT),
        new Stored<>("catalog-object", CatalogRecords.OBJECT),
        new Stored<>("catalog-object", 2, CatalogRecords.OBJECT),
        new Stored<>("file-transaction", FileRecords.TRANSACTION),
        new Stored<>("file-transaction", 2, FileRecords.TRANSACTION),
        new Stored<>("catalog-state", CatalogRecords.STATE),
        new Stored<>("store-superblock", CatalogRecords.SUPERBLOCK));
  }

  @ParameterizedTest
  @MethodSource("formats")
  <T> void goldenBytesAreReadAndWritten(Stored<T> stored) throws IOException {
    assertThat(stored.examples()).isNotEmpty();
    for (Example example : stored.examples()) {
      T record = stored.format().decode(example.bytes());
      assertThat(String.valueOf(record).replaceAll("\\p{Cntrl}", "?")).isEqualTo(example.meaning());
      assertThat(stored.format().toBytes(record)).isEqualTo(example.bytes());
    }
  }

  /** The build has made the classes of the coders. */
  @ParameterizedTest
  @MethodSource("formats")
  <T> void coderIsBuilt(Stored<T> stored) throws IOException, ReflectiveOperationException {
    for (Shape<?> shape : CoderBuild.shapes(stored.format().type())) {
      try (InputStream built =
          Shape.class.getClassLoader().getResourceAsStream(CoderBuild.file(shape))) {
        assertThat(built).as(shape.name()).hasBinaryContent(ShapeCompiler.compile(shape));
      }
    }
  }

  /** Changed bytes give many different records; each of them is written so that it reads back. */
  @ParameterizedTest
  @MethodSource("formats")
  <T> void changedBytesGiveARecordOrAFormatException(Stored<T> stored) throws IOException {
    Random64 random = new Random64(3);
    for (Example example : stored.examples()) {
      for (int i = 0; i < 1000; i++) {
        int length = example.bytes().length;
        byte[] changed =
            Arrays.copyOf(example.bytes(), random.oneIn(4) ? random.nextInt(length + 1) : length);
        for (int flips = random.nextInt(4); flips > 0 && changed.length > 0; flips--) {
          changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        }
        try {
          T record = stored.format().decode(changed);
          assertThat(stored.format().decode(stored.format().encode(record))).isEqualTo(record);
        } catch (FormatException e) {
          assertThat(e).hasMessageNotContaining("null");
        }
      }
    }
  }
}
