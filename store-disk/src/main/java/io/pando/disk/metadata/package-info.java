/**
 * The ordered maps that say what is where: their families and keys, and RocksDB as what keeps them.
 */
@NullMarked
package io.pando.disk.metadata;

import org.jspecify.annotations.NullMarked;
