package io.pando.disk.file;

import io.pando.bytes.ByteRange;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;

/**
 * A step of a {@link FileTransaction}: bytes of an object become those of a range of another object
 * that could not be read, and so damaged.
 *
 * @param before number of the transaction's other steps that come before this one, 0 or more
 * @param collection collection of the object
 * @param object the object that becomes damaged
 * @param range its damaged bytes
 */
public record DamagedRange(int before, CollectionId collection, ObjectId object, ByteRange range) {}
