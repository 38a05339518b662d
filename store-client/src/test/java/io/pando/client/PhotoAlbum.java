package io.pando.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pando.bytes.Payload;
import io.pando.cluster.Change;
import io.pando.op.ObjectOp.Comparison;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The worked example of docs/sdk.md: pictures with captions, an index, and a counter. */
final class PhotoAlbum {
  private final Pool pool;
  private final ObjectEntries index;

  /** Opens the pool, or makes it first. */
  PhotoAlbum(Cluster cluster) {
    if (!cluster.pools().contains("album")) {
      cluster.admin().change(new Change.CreatePool("album", 32, 3, 2, null));
    }
    this.pool = cluster.pool("album");
    this.index = pool.entries("index");
  }

  /** Stores a picture of any size, then its caption, then makes it findable. */
  void add(Path picture, String caption) throws IOException {
    String name = picture.getFileName().toString();
    try (InputStream in = Files.newInputStream(picture)) {
      pool.upload(name, in, bytes -> {});
    }
    pool.attributes(name).set("caption", caption.getBytes(UTF_8));
    index.set(name, caption.getBytes(UTF_8));
  }

  /** Changes a caption unless another client has changed it meanwhile. */
  boolean rename(String name, String before, String after) {
    ObjectOperation swap =
        ObjectOperation.builder()
            .compareAttribute("caption", Comparison.EQUAL, before.getBytes(UTF_8))
            .setAttribute("caption", after.getBytes(UTF_8))
            .build();
    try {
      pool.operate(name, swap);
      index.set(name, after.getBytes(UTF_8));
      return true;
    } catch (PandoException.ConditionFailed e) {
      return false;
    }
  }

  /** Counts a view: reads, and writes only if no client wrote in between. */
  long countView(String name) {
    while (true) {
      Handle<Payload> count = Handle.bytes();
      Handle<ObjectStat> stat = Handle.stat();
      String counter = "views/" + name;
      pool.create(counter, false);
      OperationResult seen =
          pool.operate(counter, ObjectOperation.builder().read(0, 20, count).stat(stat).build());
      String digits = seen.get(count).toUtf8();
      long next = digits.isEmpty() ? 1 : Long.parseLong(digits) + 1;
      try {
        pool.operate(
            counter,
            ObjectOperation.builder()
                .assertVersion(seen.get(stat).version())
                .writeFull(Long.toString(next).getBytes(UTF_8))
                .build());
        return next;
      } catch (PandoException.VersionMismatch e) {
        // Another client counted at the same time: read again.
      }
    }
  }

  /** The first bytes of many pictures, fetched at once. */
  List<ByteBuffer> heads(List<String> names) {
    List<CompletableFuture<Payload>> heads = new ArrayList<>();
    for (String name : names) {
      heads.add(pool.readAsync(name, 0, 16));
    }
    return heads.stream().map(head -> head.join().asByteBuffer()).toList();
  }

  /** Captions of the pictures whose names begin so, in order. */
  List<String> captions(String prefix) {
    List<String> captions = new ArrayList<>();
    for (Map.Entry<String, Payload> entry : index.all(prefix)) {
      captions.add(entry.getKey() + ": " + entry.getValue().toUtf8());
    }
    return captions;
  }

  /** Removes everything. */
  void clear() {
    for (String name : pool.list()) {
      pool.remove(name);
    }
  }
}
