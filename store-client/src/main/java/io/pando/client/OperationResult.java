package io.pando.client;

import io.pando.id.Version;
import io.pando.op.OpResult;
import java.util.List;

/** Results of an {@link ObjectOperation}. */
public final class OperationResult {
  private final ObjectOperation operation;
  private final Version version;
  private final List<OpResult> results;

  OperationResult(ObjectOperation operation, Version version, List<OpResult> results) {
    this.operation = operation;
    this.version = version;
    this.results = results;
  }

  /**
   * Version of the object: the new one if the operation changed the object, else the one that was
   * read.
   */
  public Version version() {
    return version;
  }

  /**
   * Result of the query to which the handle was passed.
   *
   * @throws IllegalArgumentException if the handle belongs to no query of this operation
   */
  public <T> T get(Handle<T> handle) {
    return handle.read(results.get(operation.indexOf(handle)));
  }
}
