package io.pando.mds.tree;

import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.store.UpdateDraft;
import io.pando.mds.table.Found;
import io.pando.mds.table.MetadataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which directories the newest segment of the journal mentions. Each segment has the entries of all
 * directories in which it changes something, and of those above, once (paper 003, 4.4.1): so their
 * places are known after a replay. A segment that changes the entry of a directory has it too.
 */
final class Mentions {
  /** An entry to mention. */
  record Mention(FragmentId fragment, long version, EntryKey key, DirEntry entry) {
    void putInto(UpdateDraft draft) {
      draft.mention(fragment, version, key.name(), entry);
    }

    /** Bytes of its record, roughly. */
    int bytes() {
      return entry instanceof DirEntry.Primary it ? RowSize.of(it.inode()) : 0;
    }
  }

  private final RankMetadata metadata;
  private final Places places;
  private final SortedSet<Ino> mentioned = new TreeSet<>();
  private long segment = -1;

  Mentions(RankMetadata metadata, Places places) {
    this.metadata = metadata;
    this.places = places;
  }

  /** What a segment does not mention yet of the directories of an update; from now on it does. */
  List<Mention> missing(Update update, long ofSegment) {
    if (ofSegment != segment) {
      segment = ofSegment;
      mentioned.clear();
    }
    List<Mention> missing = new ArrayList<>();
    for (RowEdit edit : update.edits()) {
      if (edit instanceof RowEdit.InDirectory it) {
        add(it.fragment().directory(), missing);
      }
    }
    for (RowEdit edit : update.edits()) {
      if (edit instanceof RowEdit.PutEntry it && it.entry() instanceof DirEntry.Primary entry) {
        onPut(entry.inode());
      }
    }
    return missing;
  }

  /** The update has the entry of a directory, and those above it are mentioned. */
  private void onPut(Inode inode) {
    if (inode.isDirectory()) {
      mentioned.add(inode.ino());
    }
  }

  /** Mentions a directory and those above it. If it was mentioned, they were too. */
  private void add(Ino directory, List<Mention> missing) {
    Ino next = directory;
    while (places.of(next) instanceof Place.InEntry place && mentioned.add(next)) {
      FragmentId fragment = place.fragment();
      MetadataTable<?, EntryKey, DirEntry> table = metadata.fragment(fragment);
      if (table.find(place.key()) instanceof Found.Present<DirEntry> it) {
        missing.add(new Mention(fragment, table.version(), place.key(), it.value()));
      }
      next = fragment.directory();
    }
  }
}
