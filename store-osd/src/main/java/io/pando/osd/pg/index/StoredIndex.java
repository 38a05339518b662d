package io.pando.osd.pg.index;

import io.pando.bytes.Payload;
import io.pando.format.GroupRecords;
import io.pando.group.IndexHead;
import io.pando.group.IndexPlace;
import io.pando.id.Version;
import io.pando.osd.pg.log.MetaKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A version index as it is stored, without the contents of its pages. */
public record StoredIndex(IndexHead head, List<IndexPlace> pages) {
  public StoredIndex {
    pages = List.copyOf(pages);
  }

  /** An empty index that covers nothing before this version. */
  public static StoredIndex since(Version version) {
    return new StoredIndex(new IndexHead(version, version, 0, new TreeMap<>()), List.of());
  }

  /**
   * Reads a stored index from the map of the group's collection.
   *
   * @param tail of the group's log; an index that is not stored yet begins there
   */
  public static StoredIndex parse(Version tail, SortedMap<String, Payload> meta) {
    Payload head = meta.get(MetaKeys.INDEX_HEAD);
    if (head == null) {
      return since(tail);
    }
    List<IndexPlace> pages = new ArrayList<>();
    meta.subMap(MetaKeys.INDEX_DIRECTORIES, MetaKeys.INDEX_DIRECTORIES_END)
        .values()
        .forEach(part -> pages.addAll(GroupRecords.INDEX_DIRECTORY.decode(part).pages()));
    return new StoredIndex(GroupRecords.INDEX_HEAD.decode(head), pages);
  }
}
