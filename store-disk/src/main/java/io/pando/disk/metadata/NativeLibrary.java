package io.pando.disk.metadata;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Loads RocksDB's native part from a file that is unpacked once, beside the store. Left alone,
 * RocksDB unpacks its 17 MB into the system's temporary folder at every start, and a daemon that is
 * killed leaves them there.
 */
public final class NativeLibrary {
  private static final String FOLDER = "lib";

  /** A process loads a native library once and for all its stores; this mirrors that. */
  private static final AtomicBoolean LOADED = new AtomicBoolean();

  private NativeLibrary() {}

  /** Makes RocksDB usable in this process; does nothing if it is already. */
  public static void load(Path storeDirectory) throws IOException {
    if (LOADED.get()) {
      return;
    }
    unpackAndLoad(storeDirectory);
    LOADED.set(true);
  }

  private static void unpackAndLoad(Path storeDirectory) throws IOException {
    String name = Environment.getJniLibraryFileName("rocksdb");
    URL packed = RocksDB.class.getResource("/" + name);
    if (packed == null) {
      // A platform with a name of its own: RocksDB knows what it falls back to.
      RocksDB.loadLibrary();
      return;
    }
    Path folder = storeDirectory.resolve(FOLDER);
    // RocksDB looks for a name that adds "jni" once more than the name in its own jar does.
    unpack(packed, folder, folder.resolve(Environment.getJniLibraryFileName("rocksdbjni")));
    RocksDB.loadLibrary(List.of(folder.toAbsolutePath().toString()));
  }

  /** Whole or not at all: the size tells another release's library, and nobody sees half a file. */
  private static void unpack(URL packed, Path folder, Path library) throws IOException {
    URLConnection connection = packed.openConnection();
    connection.setUseCaches(false);
    try (InputStream bytes = connection.getInputStream()) {
      if (Files.exists(library) && Files.size(library) == connection.getContentLengthLong()) {
        return;
      }
      Files.createDirectories(folder);
      Path fresh = Files.createTempFile(folder, "rocksdb", ".new");
      Files.copy(bytes, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
