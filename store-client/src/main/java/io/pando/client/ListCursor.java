package io.pando.client;

import io.pando.id.ObjectId;
import io.pando.id.PgId;
import org.jspecify.annotations.Nullable;

/**
 * A place in the listing of a pool.
 *
 * @param group that is listed next
 * @param after in it, behind this object; null: from its beginning
 */
public record ListCursor(PgId group, @Nullable ObjectId after) {}
