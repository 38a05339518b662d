/**
 * A store that keeps everything in RocksDB, objects' bytes in stripes, behind RocksDB's own log
 * (paper 001, KStore). Every byte is written to that log, to a table, and again by each compaction.
 */
@NullMarked
package io.pando.disk.kv;

import org.jspecify.annotations.NullMarked;
