/**
 * What stores have in common that keep objects' bytes elsewhere: their names, sizes, attributes and
 * maps, and which of their blocks hold data, as ordered maps.
 */
@NullMarked
package io.pando.disk.catalog;

import org.jspecify.annotations.NullMarked;
