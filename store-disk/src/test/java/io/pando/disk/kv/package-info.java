/** Tests of the store that keeps everything in RocksDB: its contents, also after crashes. */
@NullMarked
package io.pando.disk.kv;

import org.jspecify.annotations.NullMarked;
