/**
 * The Java SDK: connect to a cluster, open a pool, store and read objects. The entry point is
 * {@link io.pando.client.Pando}.
 */
@NullMarked
package io.pando.client;

import org.jspecify.annotations.NullMarked;
