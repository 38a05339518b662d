package io.pando.client.nio;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * The parts of a URI {@code pando://MONITORS/NAME/PATH}.
 *
 * @param monitors addresses of monitors, separated by commas, as written; empty if there are none
 * @param name of the file system
 * @param path in the file system; begins with a slash
 */
record FileSystemUri(String monitors, String name, String path) {
  static final String SCHEME = "pando";

  /** Parses a URI; throws {@link IllegalArgumentException} with what is wrong with it. */
  static FileSystemUri parse(URI uri) {
    String path = uri.getPath();
    boolean valid =
        SCHEME.equalsIgnoreCase(uri.getScheme())
            && path != null
            && path.length() > 1
            && path.charAt(1) != '/'
            && uri.getQuery() == null
            && uri.getFragment() == null;
    if (!valid) {
      throw new IllegalArgumentException(
          "expected pando://MONITORS/NAME or pando://MONITORS/NAME/PATH, found " + uri);
    }
    String monitors = uri.getAuthority() == null ? "" : uri.getAuthority();
    int slash = path.indexOf('/', 1);
    return slash < 0
        ? new FileSystemUri(monitors, path.substring(1), "/")
        : new FileSystemUri(monitors, path.substring(1, slash), path.substring(slash));
  }

  /** The file system without a path in it. */
  FileSystemUri root() {
    return new FileSystemUri(monitors, name, "/");
  }

  /** The URI of an absolute path in this file system. */
  URI resolve(String absolute) {
    try {
      String authority = monitors.isEmpty() ? null : monitors;
      String inside = absolute.equals("/") ? "" : absolute;
      return authority == null
          ? new URI(SCHEME, "", "/" + name + inside, null, null)
          : new URI(SCHEME, authority, "/" + name + inside, null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("no URI has the path " + absolute, e);
    }
  }

  @Override
  public String toString() {
    return resolve(path).toString();
  }
}
