/** Object stores on real devices: what their back ends share. */
@NullMarked
package io.pando.disk;

import org.jspecify.annotations.NullMarked;
