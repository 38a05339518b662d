package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.DataObjects;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Objects of files, in memory. */
public final class FakeObjects {
  private final SortedMap<String, byte[]> objects = new TreeMap<>();

  /** Executes a call. */
  public OpOutcome execute(DataEffect.Call call) {
    List<OpResult> results = new ArrayList<>();
    for (ObjectOp op : call.ops()) {
      byte[] now = objects.get(call.object());
      switch (op) {
        case ObjectOp.Read read when now != null -> {
          int from = (int) Math.min(read.range().offset(), now.length);
          int to = (int) Math.min(read.range().end(), now.length);
          results.add(new OpResult.Data(Payload.wrap(Arrays.copyOfRange(now, from, to))));
        }
        case ObjectOp.Stat _ when now != null ->
            results.add(new OpResult.Stat(now.length, Version.ZERO, 0));
        case ObjectOp.Write write -> {
          write(call.object(), (int) write.offset(), write.data().toByteArray());
          results.add(new OpResult.Done());
        }
        case ObjectOp.Zero zero -> {
          if (now != null) {
            int from = (int) Math.min(zero.range().offset(), now.length);
            Arrays.fill(now, from, (int) Math.min(zero.range().end(), now.length), (byte) 0);
          }
          results.add(new OpResult.Done());
        }
        default -> {
          return new OpOutcome.Failed(OpError.NOT_FOUND, 0, "");
        }
      }
    }
    return new OpOutcome.Succeeded(Version.ZERO, results);
  }

  private void write(String object, int offset, byte[] bytes) {
    byte[] before = objects.getOrDefault(object, new byte[0]);
    byte[] after = Arrays.copyOf(before, Math.max(before.length, offset + bytes.length));
    System.arraycopy(bytes, 0, after, offset, bytes.length);
    objects.put(object, after);
  }

  /** Another client writes. */
  void write(Ino ino, FileLayout layout, long offset, byte[] bytes) {
    for (FileLayout.Extent extent : layout.extents(new ByteRange(offset, bytes.length))) {
      int from = (int) (extent.fileOffset() - offset);
      byte[] part = Arrays.copyOfRange(bytes, from, from + (int) extent.inObject().length());
      write(DataObjects.name(ino, extent.object()), (int) extent.inObject().offset(), part);
    }
  }

  /** The server cuts a file off. */
  public void cutOff(Ino ino, FileLayout layout, long size) {
    objects.replaceAll((name, bytes) -> {
      if (!name.startsWith(ino + ".")) {
        return bytes;
      }
      long object = Long.parseLong(name.substring(name.indexOf('.') + 1), 16);
      return Arrays.copyOf(bytes, (int) Math.min(bytes.length, layout.bytesOfObject(object, size)));
    });
  }

  /** Bytes of a file, up to its size. */
  public byte[] bytes(Ino ino, FileLayout layout, int size) {
    byte[] file = new byte[size];
    for (FileLayout.Extent extent : layout.extents(new ByteRange(0, size))) {
      byte[] object = objects.getOrDefault(DataObjects.name(ino, extent.object()), new byte[0]);
      int from = (int) extent.inObject().offset();
      int length = (int) Math.min(extent.inObject().length(), object.length - from);
      if (length > 0) {
        System.arraycopy(object, from, file, (int) extent.fileOffset(), length);
      }
    }
    return file;
  }

  /** Sizes of the objects of a file. */
  public SortedMap<Long, Long> sizes(Ino ino) {
    SortedMap<Long, Long> sizes = new TreeMap<>();
    objects.forEach((name, bytes) -> {
      if (name.startsWith(ino + ".")) {
        sizes.put(Long.parseLong(name.substring(name.indexOf('.') + 1), 16), (long) bytes.length);
      }
    });
    return sizes;
  }
}
