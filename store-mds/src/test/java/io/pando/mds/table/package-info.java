/** Tests of tables. */
@NullMarked
package io.pando.mds.table;

import org.jspecify.annotations.NullMarked;
