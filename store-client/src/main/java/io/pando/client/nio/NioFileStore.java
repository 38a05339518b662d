package io.pando.client.nio;

import io.pando.client.PandoException;
import io.pando.client.file.FileSpace;
import io.pando.client.file.PandoFileSystem;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Space of a file system. */
final class NioFileStore extends FileStore {
  private final PandoFileSystem files;

  NioFileStore(PandoFileSystem files) {
    this.files = files;
  }

  @Override
  public String name() {
    return files.name();
  }

  @Override
  public String type() {
    return FileSystemUri.SCHEME;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  private FileSpace space() throws IOException {
    try {
      return files.space();
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  @Override
  public long getTotalSpace() throws IOException {
    return space().totalBytes();
  }

  @Override
  public long getUsableSpace() throws IOException {
    return space().freeBytes();
  }

  @Override
  public long getUnallocatedSpace() throws IOException {
    return space().freeBytes();
  }

  @Override
  public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
    return type == UserDefinedFileAttributeView.class || type.isAssignableFrom(NioPosixView.class);
  }

  @Override
  public boolean supportsFileAttributeView(String name) {
    return NamedAttributes.VIEWS.contains(name);
  }

  @Override
  public <V extends FileStoreAttributeView> @Nullable V getFileStoreAttributeView(Class<V> type) {
    Objects.requireNonNull(type);
    return null;
  }

  @Override
  public Object getAttribute(String attribute) throws IOException {
    return switch (attribute) {
      case "totalSpace" -> getTotalSpace();
      case "usableSpace" -> getUsableSpace();
      case "unallocatedSpace" -> getUnallocatedSpace();
      default -> throw new UnsupportedOperationException("no attribute '" + attribute + "'");
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NioFileStore that && files.equals(that.files);
  }

  @Override
  public int hashCode() {
    return files.hashCode();
  }

  @Override
  public String toString() {
    return name() + " (" + type() + ")";
  }
}
