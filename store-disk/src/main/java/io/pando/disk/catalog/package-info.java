/**
 * The common part of stores that keep objects' bytes elsewhere: names, sizes, attributes and maps
 * of objects, and which of their blocks hold data, as ordered maps.
 */
@NullMarked
package io.pando.disk.catalog;

import org.jspecify.annotations.NullMarked;
