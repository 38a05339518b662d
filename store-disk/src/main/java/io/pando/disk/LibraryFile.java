package io.pando.disk;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A native library that is unpacked once, beside a store. By default, libraries unpack their native
 * parts into the system's temporary folder at every start, and a killed daemon leaves them there.
 */
public final class LibraryFile {
  /** Name of the folder for native libraries in a store's directory. */
  public static final String FOLDER = "lib";

  private LibraryFile() {}

  /**
   * Unpacks a library, unless the file is already there with the right size; a different size means
   * another release. The file is written under a temporary name and moved, so it is never seen
   * incomplete.
   *
   * @param folder created if it does not exist
   * @return the library file in the folder
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
