/**
 * The ordered maps with a store's metadata: their families and keys, and their storage in RocksDB.
 */
@NullMarked
package io.pando.disk.metadata;

import org.jspecify.annotations.NullMarked;
