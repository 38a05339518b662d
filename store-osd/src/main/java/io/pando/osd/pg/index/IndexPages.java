package io.pando.osd.pg.index;

import io.pando.bytes.Payload;
import io.pando.format.GroupRecords;
import io.pando.group.IndexEntry;
import io.pando.group.IndexPlace;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.probe.Limit;
import io.pando.proto.FormatException;
import java.util.List;
import java.util.SortedMap;

/**
 * Reads pages of a version index one after the other. Pages with consecutive numbers are read
 * together.
 */
final class IndexPages {
  /** Receives the pages. */
  interface Reader {
    /** Receives a page, in the requested order. */
    void onPage(List<IndexEntry> entries);

    /** All pages were read. */
    void onEnd();

    /** A page is absent or cannot be read; no further call follows. */
    void onLost(IndexPlace page);
  }

  private static final Limit TOGETHER = Limit.of("version index: pages read together", 1, 16);

  private final PageSource source;
  private final Reader reader;
  private final List<IndexPlace> pages;
  private int next;

  private IndexPages(PageSource source, List<IndexPlace> pages, Reader reader) {
    this.source = source;
    this.pages = pages;
    this.reader = reader;
  }

  static void read(PageSource source, List<IndexPlace> pages, Reader reader) {
    new IndexPages(source, pages, reader).go();
  }

  private void go() {
    if (next == pages.size()) {
      reader.onEnd();
      return;
    }
    int end = next + 1;
    while (end < pages.size()
        && end < next + TOGETHER.value()
        && pages.get(end).number() == pages.get(end - 1).number() + 1) {
      end++;
    }
    List<IndexPlace> together = pages.subList(next, end);
    next = end;
    source.read(
        MetaKeys.indexPage(together.getFirst().number()),
        MetaKeys.indexPage(together.getLast().number() + 1),
        meta -> onRead(together, meta));
  }

  private void onRead(List<IndexPlace> together, SortedMap<String, Payload> meta) {
    for (IndexPlace page : together) {
      Payload stored = meta.get(MetaKeys.indexPage(page.number()));
      if (stored == null) {
        reader.onLost(page);
        return;
      }
      List<IndexEntry> entries;
      try {
        entries = GroupRecords.INDEX_PAGE.decode(stored).entries();
      } catch (FormatException unreadable) {
        reader.onLost(page);
        return;
      }
      reader.onPage(entries);
    }
    go();
  }
}
