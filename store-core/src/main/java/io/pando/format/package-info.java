/** The encoding of Pando's values, and the formats of stored records. */
@NullMarked
package io.pando.format;

import org.jspecify.annotations.NullMarked;
