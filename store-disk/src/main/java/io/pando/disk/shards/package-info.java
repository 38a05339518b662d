/** The stores of a daemon: as many as it has shards, of the kind that its operator chose. */
@NullMarked
package io.pando.disk.shards;

import org.jspecify.annotations.NullMarked;
