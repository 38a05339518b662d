/** Tests of stores on a full medium. */
@NullMarked
package io.pando.disk.serve;

import org.jspecify.annotations.NullMarked;
