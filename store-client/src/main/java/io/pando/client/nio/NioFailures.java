package io.pando.client.nio;

import io.pando.client.PandoException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Failures of Pando as exceptions of {@code java.nio.file}, with the original as their cause. */
final class NioFailures {
  private NioFailures() {}

  /** The exception for a failure. A file system that is closed throws at once. */
  static IOException of(PandoException failure) {
    IOException exception =
        switch (failure) {
          case PandoException.NoFile it -> new NoSuchFileException(it.path());
          case PandoException.FileExists it -> new FileAlreadyExistsException(it.path());
          case PandoException.DirectoryNotEmpty it -> new DirectoryNotEmptyException(it.path());
          case PandoException.AccessDenied it ->
              new AccessDeniedException(it.path(), null, it.error().text());
          case PandoException.LinkLoop it -> new FileSystemLoopException(it.path());
          case PandoException.OnFile it ->
              new FileSystemException(it.path(), null, it.error().text());
          case PandoException.Interrupted it -> new InterruptedIOException(it.getMessage());
          case PandoException.Closed it -> throw closed(it);
          default -> new IOException(failure.getMessage());
        };
    exception.initCause(failure);
    return exception;
  }

  private static ClosedFileSystemException closed(PandoException failure) {
    ClosedFileSystemException closed = new ClosedFileSystemException();
    closed.initCause(failure);
    return closed;
  }

  /** The exception of a listing. */
  static IOException ofListing(PandoException failure) {
    if (failure instanceof PandoException.NotDirectory it) {
      NotDirectoryException exception = new NotDirectoryException(it.path());
      exception.initCause(failure);
      return exception;
    }
    return of(failure);
  }
}
