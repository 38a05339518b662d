/** Object stores on real devices: parts that the store kinds share. */
@NullMarked
package io.pando.disk;

import org.jspecify.annotations.NullMarked;
