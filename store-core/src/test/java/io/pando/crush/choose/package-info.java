/** Tests of placement. */
@NullMarked
package io.pando.crush.choose;

import org.jspecify.annotations.NullMarked;
