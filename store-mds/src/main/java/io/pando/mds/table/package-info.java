/**
 * Objects of the metadata pool as tables: rows that are read from an object on demand, changed in
 * memory, and written back in time for the journal to be cut (paper 003, 4.2.3 and B.2.1). The
 * fragments of directories are such tables, and what a rank knows of its sessions is another one.
 *
 * <p>A {@link io.pando.mds.table.MetadataTable} knows rows and their versions; {@link
 * io.pando.mds.table.Segment} knows which tables must be committed before it is cut. What a change
 * means, and how it stands in the journal, is not known here.
 */
@NullMarked
package io.pando.mds.table;

import org.jspecify.annotations.NullMarked;
