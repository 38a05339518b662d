package io.pando.client;

import io.pando.bytes.Payload;
import io.pando.op.ObjectOp;

/**
 * The attribute of an object whose upload has begun and not ended. The first piece of an upload
 * sets it together with its bytes, the last one removes it together with its own: an object that
 * bears it is cut, or still being written. Its value names the upload, so that of two uploads of
 * one object the earlier fails instead of mixing its pieces with those of the other.
 *
 * @param upload names this upload; no other has the same
 */
record UploadMark(Payload upload) {
  /** Most bytes of its value. */
  static final int MAX_BYTES = 64;

  /** No upload is unfinished; an attribute that is absent is empty. */
  static ObjectOp absent() {
    return new ObjectOp.CompareAttribute(
        Pool.UPLOAD_ATTRIBUTE, ObjectOp.Comparison.EQUAL, Payload.EMPTY);
  }

  static ObjectOp.Mutation remove() {
    return new ObjectOp.RemoveAttribute(Pool.UPLOAD_ATTRIBUTE);
  }

  ObjectOp.Mutation set() {
    return new ObjectOp.SetAttribute(Pool.UPLOAD_ATTRIBUTE, upload);
  }

  /** No other upload of the object has begun since. */
  ObjectOp isThere() {
    return new ObjectOp.CompareAttribute(Pool.UPLOAD_ATTRIBUTE, ObjectOp.Comparison.EQUAL, upload);
  }
}
