/**
 * The lower half of a rank: its rows, and how they become durable. {@link
 * io.pando.mds.store.MetadataStore} puts updates in order, writes the journal, cuts it, and reads
 * rows on demand; {@link io.pando.mds.store.JournalReplay} makes one after a failure. The meaning
 * of rows is not known here.
 */
@NullMarked
package io.pando.mds.store;

import org.jspecify.annotations.NullMarked;
