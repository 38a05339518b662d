package io.pando.client.nio;

import io.pando.bytes.Payload;
import io.pando.client.PandoException;
import io.pando.client.file.SymbolicLinks;
import io.pando.fs.request.FsRequest.XattrMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;

/** Extended attributes of a file whose names begin with {@code user.}, without that beginning. */
record NioUserView(NioFileTarget target) implements UserDefinedFileAttributeView {
  private static final String PREFIX = "user.";

  @Override
  public String name() {
    return "user";
  }

  @Override
  public List<String> list() throws IOException {
    try {
      return target.files().xattrs(target.path(), target.links()).keySet().stream()
          .filter(name -> name.startsWith(PREFIX))
          .map(name -> name.substring(PREFIX.length()))
          .toList();
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  /** The value of an attribute. */
  Payload value(String name) throws IOException {
    try {
      Payload value = target.files().xattrs(target.path(), target.links()).get(PREFIX + name);
      if (value == null) {
        throw new FileSystemException(target.path(), null, "no attribute '" + name + "'");
      }
      return value;
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  @Override
  public int size(String name) throws IOException {
    return value(name).size();
  }

  @Override
  public int read(String name, ByteBuffer dst) throws IOException {
    Payload value = value(name);
    if (value.size() > dst.remaining()) {
      throw new FileSystemException(
          target.path(), null, "attribute '%s' has %d bytes".formatted(name, value.size()));
    }
    value.asByteBuffers().forEach(dst::put);
    return value.size();
  }

  @Override
  public int write(String name, ByteBuffer src) throws IOException {
    Payload value = Payload.copyOf(src);
    requireFile();
    try {
      target.files().setXattr(target.path(), PREFIX + name, value, XattrMode.EITHER);
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
    src.position(src.limit());
    return value.size();
  }

  @Override
  public void delete(String name) throws IOException {
    requireFile();
    try {
      target.files().removeXattr(target.path(), PREFIX + name);
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  /** Symbolic links have no attributes of users; those of their files are not meant. */
  private void requireFile() throws IOException {
    if (target.links() == SymbolicLinks.KEEP && target.attributes().isSymbolicLink()) {
      throw new FileSystemException(target.path(), null, "is a symbolic link");
    }
  }
}
