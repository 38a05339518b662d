package io.pando.group;

import io.pando.id.ObjectId;
import io.pando.id.Version;

/**
 * An update that a member can take back, as it is stored until the update is known to be on all
 * members.
 *
 * @param version of the update
 * @param prior version of the object before it, {@link Version#ZERO} if the object did not exist
 * @param exists whether the object exists after it
 */
public record UndoRecord(
    Version version, Version prior, ObjectId object, boolean exists, Undo undo) {}
