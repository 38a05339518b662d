package io.pando.disk.raw.format;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.codec.ProtoWriter;
import io.pando.format.DamagedRecordException;
import io.pando.format.proto.RawBlocksProto;
import io.pando.format.proto.RawRunProto;
import io.pando.format.proto.RawUnitProto;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Codec of {@link RawBlocks}. */
final class RawBlocksCodec {
  private RawBlocksCodec() {}

  /** Approximate size of the message in bytes. */
  static int roomFor(RawBlocks blocks) {
    return 16 * blocks.length() + 16;
  }

  /**
   * Writes the message {@code RawBlocksProto} without the generated classes. A store writes one for
   * every update, and one object of a generated class for each run would cost more than the rest of
   * the update.
   */
  static void write(ProtoWriter out, RawBlocks blocks) {
    for (int i = 0; i < blocks.length(); ) {
      long place = blocks.place(i);
      if (place < 0) {
        i++;
        continue;
      }
      int end = i + 1;
      while (end < blocks.length() && blocks.place(end) == place + (end - i)) {
        end++;
      }
      out.tag(RawBlocksProto.RUNS_FIELD_NUMBER, ProtoWriter.BYTES);
      int mark = out.open();
      beginRun(out, i, place, end - i);
      while (i < end) {
        out.fixed32(blocks.checksum(i++));
      }
      out.close(mark);
    }
    for (RawUnit unit : blocks.units()) {
      out.tag(RawBlocksProto.UNITS_FIELD_NUMBER, ProtoWriter.BYTES);
      int mark = out.open();
      write(out, blocks, unit);
      out.close(mark);
    }
  }

  /** Writes all of a run except its checksums, which must follow. */
  private static void beginRun(ProtoWriter out, int first, long place, int count) {
    number(out, RawRunProto.FIRST_FIELD_NUMBER, first);
    number(out, RawRunProto.PLACE_FIELD_NUMBER, place);
    out.tag(RawRunProto.CHECKSUMS_FIELD_NUMBER, ProtoWriter.BYTES);
    out.varint((long) count * Integer.BYTES);
  }

  private static void write(ProtoWriter out, RawBlocks blocks, RawUnit unit) {
    int shown = 0;
    for (int i = 0; i < unit.count(); i++) {
      shown |= unit.equals(blocks.unit(unit.first() + i)) ? 1 << i : 0;
    }
    number(out, RawUnitProto.FIRST_FIELD_NUMBER, unit.first());
    number(out, RawUnitProto.COUNT_FIELD_NUMBER, unit.count());
    number(out, RawUnitProto.HOW_FIELD_NUMBER, number(unit.compression()));
    number(out, RawUnitProto.PACKED_BYTES_FIELD_NUMBER, unit.packedBytes());
    for (RawStep.Run run : unit.runs()) {
      out.tag(RawUnitProto.PLACES_FIELD_NUMBER, ProtoWriter.BYTES);
      int mark = out.open();
      beginRun(out, 0, run.place(), run.count());
      for (int i = 0; i < run.count(); i++) {
        out.fixed32(run.checksum(i));
      }
      out.close(mark);
    }
    number(out, RawUnitProto.SHOWN_FIELD_NUMBER, shown);
  }

  /** Writes a number unless it is 0. */
  static void number(ProtoWriter out, int field, long value) {
    if (value != 0) {
      out.tag(field, ProtoWriter.VARINT);
      out.varint(value);
    }
  }

  private static int number(Compression how) {
    return switch (how) {
      case NONE -> 0;
      case LZ4 -> 1;
      case ZSTD -> 2;
    };
  }

  static RawBlocks fromProto(RawBlocksProto proto) throws DamagedRecordException {
    RawBlocks blocks = new RawBlocks();
    int next = 0;
    for (RawRunProto run : proto.getRunsList()) {
      int first = run.getFirst();
      int count = run.getChecksumsCount();
      if (first < next || first > RawBlocks.MAX - count || !exists(run)) {
        throw new DamagedRecordException(
            count + " blocks from block " + first + ", at " + run.getPlace());
      }
      for (int i = 0; i < count; i++) {
        blocks.set(first + i, run.getPlace() + i, run.getChecksums(i));
      }
      next = first + count;
    }
    for (RawUnitProto unit : proto.getUnitsList()) {
      show(fromProto(unit), unit.getShown(), blocks);
    }
    return blocks;
  }

  private static boolean exists(RawRunProto run) {
    return run.getPlace() >= 0 && run.getPlace() <= Long.MAX_VALUE - RawBlocks.MAX;
  }

  private static RawUnit fromProto(RawUnitProto proto) throws DamagedRecordException {
    Compression how =
        switch (proto.getHow()) {
          case 1 -> Compression.LZ4;
          case 2 -> Compression.ZSTD;
          default ->
              throw new DamagedRecordException(
                  "blocks packed in way " + proto.getHow() + ", which this program does not know");
        };
    List<RawStep.Run> runs = new ArrayList<>();
    for (RawRunProto place : proto.getPlacesList()) {
      if (!exists(place)) {
        throw new DamagedRecordException("packed blocks at " + place.getPlace());
      }
      ByteBuffer checksums = ByteBuffer.allocate(place.getChecksumsCount() * Integer.BYTES);
      place.getChecksumsList().forEach(checksums::putInt);
      runs.add(run(place.getPlace(), checksums.flip()));
    }
    try {
      return new RawUnit(proto.getFirst(), proto.getCount(), how, proto.getPackedBytes(), runs);
    } catch (IllegalArgumentException e) {
      throw new DamagedRecordException(String.valueOf(e.getMessage()), e);
    }
  }

  private static RawStep.Run run(long place, ByteBuffer checksums) throws DamagedRecordException {
    try {
      return new RawStep.Run(place, Payload.wrap(checksums));
    } catch (IllegalArgumentException e) {
      throw new DamagedRecordException(String.valueOf(e.getMessage()), e);
    }
  }

  private static void show(RawUnit unit, int shown, RawBlocks blocks)
      throws DamagedRecordException {
    if (shown == 0 || shown >>> unit.count() != 0) {
      throw new DamagedRecordException(
          "bits %x of %d packed blocks".formatted(shown, unit.count()));
    }
    for (int i = 0; i < unit.count(); i++) {
      if ((shown & 1 << i) != 0) {
        if (blocks.place(unit.first() + i) != RawBlocks.HOLE) {
          throw new DamagedRecordException(
              "block " + (unit.first() + i) + " is packed, and somewhere else, too");
        }
        blocks.pack(unit.first() + i, unit);
      }
    }
  }
}
