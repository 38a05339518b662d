package io.pando.disk.pack;

import io.pando.cluster.Compression;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A codec for each compression algorithm. LZ4 is the C library inside lz4-java, called directly,
 * because lz4-java would unpack it to the system's temporary folder. Where it is not available, LZ4
 * in Java is used: twice the time to compress, five times the time to decompress. The format is the
 * same.
 */
public final class Codecs {
  private final Codec lz4;
  private final Codec zstd = new ZstdCodec();

  private Codecs(Codec lz4) {
    this.lz4 = lz4;
  }

  /** Codecs that need no files beside a store. */
  public static Codecs portable() {
    return new Codecs(new JavaLz4());
  }

  /**
   * Codecs with native libraries, which are unpacked once beside a store and loaded from there.
   *
   * @param folder folder for the native libraries, created if needed
   */
  public static Codecs beside(Path folder) throws IOException {
    NativeParts.loadZstd(folder);
    Path library = NativeParts.lz4(folder);
    return library == null ? portable() : new Codecs(NativeLz4.of(library));
  }

  /** The codec of an algorithm; not for {@link Compression#NONE}. */
  public Codec of(Compression how) {
    return switch (how) {
      case LZ4 -> lz4;
      case ZSTD -> zstd;
      case NONE -> throw new IllegalArgumentException("a unit that is not packed has no codec");
    };
  }
}
