/**
 * The ordered maps with a store's metadata: their families and keys, and their storage in RocksDB;
 * the collections, objects and key/value maps in them; the directory of a store that has them.
 */
@NullMarked
package io.pando.disk.metadata;

import org.jspecify.annotations.NullMarked;
