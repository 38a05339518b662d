/**
 * The default store: metadata in RocksDB, data in one file or block device that is written past the
 * page cache.
 */
@NullMarked
package io.pando.disk.raw;

import org.jspecify.annotations.NullMarked;
