/** Tests of placement. */
@NullMarked
package io.pando.crush;

import org.jspecify.annotations.NullMarked;
