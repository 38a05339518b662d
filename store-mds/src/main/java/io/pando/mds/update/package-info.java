/**
 * What a metadata server decides, as the journal has it: changes of rows of the metadata, and
 * updates, which are done entirely or not at all. Values only.
 */
@NullMarked
package io.pando.mds.update;

import org.jspecify.annotations.NullMarked;
