/** The store that has everything in RocksDB: what it keeps, and what a crash leaves. */
@NullMarked
package io.pando.disk.kv;

import org.jspecify.annotations.NullMarked;
