/** What a metadata server has done, and how much it has in memory, as numbers for operators. */
@NullMarked
package io.pando.mds.work;

import org.jspecify.annotations.NullMarked;
