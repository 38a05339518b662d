/** The file-system map: file systems, their ranks, and the metadata servers that hold them. */
@NullMarked
package io.pando.cluster.files;

import org.jspecify.annotations.NullMarked;
