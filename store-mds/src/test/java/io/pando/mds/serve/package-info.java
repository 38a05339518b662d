/** Tests of the service of a rank. */
@NullMarked
package io.pando.mds.serve;

import org.jspecify.annotations.NullMarked;
