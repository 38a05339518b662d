/** Sizes, periods and names as people write them. */
@NullMarked
package io.pando.cli.text;

import org.jspecify.annotations.NullMarked;
