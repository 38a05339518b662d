package io.pando.disk.pack;

import io.pando.cluster.Compression;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What packs and unpacks, for each way there is. LZ4 is that of the C library inside lz4-java,
 * called directly: lz4-java would unpack it to the system's temporary folder. Where that cannot be
 * had, LZ4 is Java's, which takes twice the time to pack and five times that to unpack; what comes
 * of both is read by both.
 */
public final class Codecs {
  private final Codec lz4;
  private final Codec zstd = new ZstdCodec();

  private Codecs(Codec lz4) {
    this.lz4 = lz4;
  }

  /** Those that need nothing to be unpacked beside a store. */
  public static Codecs portable() {
    return new Codecs(new JavaLz4());
  }

  /**
   * Those whose native parts are unpacked once beside a store, and loaded from there.
   *
   * @param folder for the native parts; it is made if it is needed
   */
  public static Codecs beside(Path folder) throws IOException {
    NativeParts.loadZstd(folder);
    Path library = NativeParts.lz4(folder);
    return library == null ? portable() : new Codecs(NativeLz4.of(library));
  }

  /** How it is done; {@link Compression#NONE} is no way to do it. */
  public Codec of(Compression how) {
    return switch (how) {
      case LZ4 -> lz4;
      case ZSTD -> zstd;
      case NONE -> throw new IllegalArgumentException("what is not packed has no codec");
    };
  }
}
