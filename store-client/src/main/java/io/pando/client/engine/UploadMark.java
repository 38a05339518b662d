package io.pando.client.engine;

import io.pando.bytes.Payload;
import io.pando.op.ObjectOp;

/**
 * The attribute of an object whose upload has begun and not ended. The first piece of an upload
 * sets it together with its bytes, the last piece removes it together with its own. An object with
 * this attribute is incomplete, or still being written. Its value identifies the upload, so that of
 * two uploads of one object the earlier one fails instead of mixing its pieces with those of the
 * other.
 *
 * @param upload unique identity of this upload
 */
public record UploadMark(Payload upload) {
  /** The attribute's name. */
  public static final String ATTRIBUTE = "pando.upload";

  /** Most bytes of the attribute's value. */
  public static final int MAX_BYTES = 64;

  /** The condition that no upload is unfinished; an absent attribute counts as empty. */
  public static ObjectOp absent() {
    return new ObjectOp.CompareAttribute(ATTRIBUTE, ObjectOp.Comparison.EQUAL, Payload.EMPTY);
  }

  public static ObjectOp.Mutation remove() {
    return new ObjectOp.RemoveAttribute(ATTRIBUTE);
  }

  public ObjectOp.Mutation set() {
    return new ObjectOp.SetAttribute(ATTRIBUTE, upload);
  }

  /** The condition that no other upload of the object has begun since. */
  public ObjectOp isThere() {
    return new ObjectOp.CompareAttribute(ATTRIBUTE, ObjectOp.Comparison.EQUAL, upload);
  }
}
