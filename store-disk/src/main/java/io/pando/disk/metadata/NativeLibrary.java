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
 * Loads RocksDB's native library from a file that is unpacked once, beside the store. By default,
 * RocksDB unpacks its 17 MB into the system's temporary folder at every start, and a killed daemon
 * leaves them there.
 */
public final class NativeLibrary {
  /** A process loads a native library only once, for all its stores; this flag records it. */
  private static final AtomicBoolean LOADED = new AtomicBoolean();

  private NativeLibrary() {}

  /** Makes RocksDB usable in this process; does nothing if it already is. */
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
      // No library with this platform's name is in the jar: RocksDB has its own fallbacks.
      RocksDB.loadLibrary();
      return;
    }
    Path folder = storeDirectory.resolve(LibraryFile.FOLDER);
    // RocksDB looks for a name with one "jni" more than the name in its own jar.
    LibraryFile.unpack(packed, folder, Environment.getJniLibraryFileName("rocksdbjni"));
    RocksDB.loadLibrary(List.of(folder.toAbsolutePath().toString()));
  }
}
