package io.pando.disk;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A native library that is unpacked once, beside a store. Left alone, libraries unpack their native
 * parts into the system's temporary folder at every start, and a daemon that is killed leaves them
 * there.
 */
public final class LibraryFile {
  /** Where they are in the directory of a store. */
  public static final String FOLDER = "lib";

  private LibraryFile() {}

  /**
   * Unpacks a library, unless it is there: whole or not at all. The size tells another release's,
   * and nobody sees half a file.
   *
   * @param folder is made if it is not there
   * @return the library in the folder
   */
  public static Path unpack(URL packed, Path folder, String name) throws IOException {
    Path library = folder.resolve(name);
    URLConnection connection = packed.openConnection();
    connection.setUseCaches(false);
    try (InputStream bytes = connection.getInputStream()) {
      if (!Files.exists(library) || Files.size(library) != connection.getContentLengthLong()) {
        Files.createDirectories(folder);
        Path fresh = Files.createTempFile(folder, "library", ".new");
        Files.copy(bytes, fresh, StandardCopyOption.REPLACE_EXISTING);
        Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return library;
  }
}
