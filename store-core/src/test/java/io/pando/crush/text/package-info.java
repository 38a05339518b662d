/** Tests of placement. */
@NullMarked
package io.pando.crush.text;

import org.jspecify.annotations.NullMarked;
