package io.pando.format;

import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.format.proto.RawBlocksProto;
import io.pando.format.proto.RawRunProto;
import io.pando.format.proto.RawUnitProto;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Where blocks of an object are, as a message. */
final class RawBlocksCodec {
  private RawBlocksCodec() {}

  static RawBlocksProto toProto(RawBlocks blocks) {
    RawBlocksProto.Builder proto = RawBlocksProto.newBuilder();
    for (int i = 0; i < blocks.length(); ) {
      int first = i;
      long place = blocks.place(first);
      if (place < 0) {
        i++;
        continue;
      }
      RawRunProto.Builder run = RawRunProto.newBuilder().setFirst(first).setPlace(place);
      while (i < blocks.length() && blocks.place(i) == place + (i - first)) {
        run.addChecksums(blocks.checksum(i));
        i++;
      }
      proto.addRuns(run);
    }
    blocks.units().forEach(unit -> proto.addUnits(toProto(blocks, unit)));
    return proto.build();
  }

  private static RawUnitProto toProto(RawBlocks blocks, RawUnit unit) {
    int shown = 0;
    for (int i = 0; i < unit.count(); i++) {
      shown |= unit.equals(blocks.unit(unit.first() + i)) ? 1 << i : 0;
    }
    RawUnitProto.Builder proto =
        RawUnitProto.newBuilder()
            .setFirst(unit.first())
            .setCount(unit.count())
            .setHow(number(unit.how()))
            .setPackedBytes(unit.packedBytes())
            .setShown(shown);
    for (RawStep.Run run : unit.runs()) {
      RawRunProto.Builder place = RawRunProto.newBuilder().setPlace(run.place());
      for (int i = 0; i < run.count(); i++) {
        place.addChecksums(run.checksum(i));
      }
      proto.addPlaces(place);
    }
    return proto.build();
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
