/** Tests of what packs and unpacks bytes. */
@NullMarked
package io.pando.disk.pack;

import org.jspecify.annotations.NullMarked;
