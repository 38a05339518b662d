package io.pando.disk.metadata;

import io.pando.disk.LibraryFile;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
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
    Path folder = storeDirectory.resolve(LibraryFile.FOLDER);
    // RocksDB looks for a name that adds "jni" once more than the name in its own jar does.
    LibraryFile.unpack(packed, folder, Environment.getJniLibraryFileName("rocksdbjni"));
    RocksDB.loadLibrary(List.of(folder.toAbsolutePath().toString()));
  }
}
