package io.pando.disk.pack;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.util.Native;
import com.github.luben.zstd.util.ZstdVersion;
import io.pando.disk.LibraryFile;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import net.jpountz.lz4.LZ4Factory;
import org.jspecify.annotations.Nullable;

/**
 * The native libraries of the codecs, unpacked beside a store; available for Linux on the usual
 * processors.
 */
final class NativeParts {
  private NativeParts() {}

  /** Path of LZ4's library; null if there is none for this platform. */
  static @Nullable Path lz4(Path folder) throws IOException {
    URL packed =
        LZ4Factory.class.getResource("/net/jpountz/util/" + platform() + "/liblz4-java.so");
    return packed == null ? null : LibraryFile.unpack(packed, folder, "liblz4-java.so");
  }

  /**
   * Loads Zstandard's library, unless it is loaded already. Without a library for this platform in
   * the jar, zstd-jni loads one in its own way.
   */
  @SuppressWarnings("restricted") // the library comes with this program
  static void loadZstd(Path folder) throws IOException {
    String name = "libzstd-jni-" + ZstdVersion.VERSION + ".so";
    URL packed = Zstd.class.getResource("/" + platform() + "/" + name);
    if (packed != null && !Native.isLoaded()) {
      System.load(LibraryFile.unpack(packed, folder, name).toAbsolutePath().toString());
      Native.assumeLoaded();
    }
  }

  private static String platform() {
    String system = System.getProperty("os.name").startsWith("Linux") ? "linux" : "other";
    return system + "/" + System.getProperty("os.arch");
  }
}
