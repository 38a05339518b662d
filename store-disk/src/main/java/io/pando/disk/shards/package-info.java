/** The stores of a daemon: one for each shard, of the configured kind. */
@NullMarked
package io.pando.disk.shards;

import org.jspecify.annotations.NullMarked;
