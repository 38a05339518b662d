/** Tests of the lives of metadata servers. */
@NullMarked
package io.pando.mds.life;

import org.jspecify.annotations.NullMarked;
