/**
 * The Java SDK: connect to a cluster, open a pool, store and read objects. {@link
 * io.pando.client.Pando} is where to begin.
 */
@NullMarked
package io.pando.client;

import org.jspecify.annotations.NullMarked;
