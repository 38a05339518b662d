/** Reports of metadata servers for operators. */
@NullMarked
package io.pando.report.files;

import org.jspecify.annotations.NullMarked;
