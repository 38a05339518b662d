/** Stores of all kinds as a daemon uses them: their selection, and their contents after a kill. */
@NullMarked
package io.pando.disk.shards;

import org.jspecify.annotations.NullMarked;
