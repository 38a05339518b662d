/** Tests of the catalog that stores of the kinds kv and file share. */
@NullMarked
package io.pando.disk.catalog;

import org.jspecify.annotations.NullMarked;
