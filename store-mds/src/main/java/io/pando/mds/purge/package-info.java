/**
 * Which inodes without a name are removed next. Those that wait are in the stray directory of the
 * rank; only a few of them are listed in memory.
 */
@NullMarked
package io.pando.mds.purge;

import org.jspecify.annotations.NullMarked;
