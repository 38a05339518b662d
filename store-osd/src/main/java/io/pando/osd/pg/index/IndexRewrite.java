package io.pando.osd.pg.index;

import io.pando.group.IndexEntry;
import io.pando.group.IndexPlace;
import io.pando.id.Version;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.probe.Limit;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a version index anew without the entries that later ones have replaced: page by page, the
 * newest first, while the index is in use and grows. The new pages count once all are written; what
 * a crash leaves behind goes with the next one.
 *
 * <p>Of each object that was seen it keeps eight bytes. Tombstones beyond a number go, the oldest
 * first; the index tells less far back then.
 */
public final class IndexRewrite {
  /** Pages that are written anew are larger by this. */
  private static final Limit LARGER = Limit.of("version index: pages that one rewrite takes", 1, 4);

  /** What it needs of the group. */
  public interface Desk extends PageSource {
    /** Submits steps. */
    void persist(List<StoreOp> ops);
  }

  private final VersionIndex index;
  private final Desk desk;
  private final ReplicaTree tree;
  private @Nullable Pass pass;

  /**
   * At rest.
   *
   * @param tree knows digests of objects
   */
  public IndexRewrite(VersionIndex index, ReplicaTree tree, Desk desk) {
    this.index = index;
    this.tree = tree;
    this.desk = desk;
  }

  /** A new interval: what was asked is not answered. */
  public void reset() {
    pass = null;
  }

  /**
   * Begins, if it is worth it.
   *
   * @param objects of the group
   * @param mayForget whether tombstones may go: every member has what they tell
   */
  public void onTick(long objects, boolean mayForget) {
    if (pass == null && index.isWorthRewriting(objects)) {
      List<IndexPlace> pages = index.pagesAfter(Version.ZERO);
      Pass next = new Pass(pages.size(), mayForget ? objects / 2 + 1024 : Long.MAX_VALUE);
      pass = next;
      next.see(index.recent());
      IndexPages.read(desk, pages.reversed(), next);
    }
  }

  /** Once through all pages. */
  private final class Pass implements IndexPages.Reader {
    private final int pages;
    private final LongSet seen = new LongSet();
    private final List<IndexEntry> newestFirst = new ArrayList<>();
    private final Deque<IndexPlace> written = new ArrayDeque<>();
    private long tombstonesLeft;
    private @Nullable Version lost;

    Pass(int pages, long mostTombstones) {
      this.pages = pages;
      this.tombstonesLeft = mostTombstones;
    }

    void see(List<IndexEntry> entries) {
      entries.forEach(entry -> seen.add(tree.item(entry.object(), Version.ZERO)));
    }

    @Override
    public void onPage(List<IndexEntry> entries) {
      for (IndexEntry entry : entries.reversed()) {
        boolean newest = seen.add(tree.item(entry.object(), Version.ZERO));
        if (newest && isKept(entry)) {
          newestFirst.add(entry);
          if (newestFirst.size() == LARGER.value() * index.pageEntries()) {
            write();
          }
        }
      }
    }

    private boolean isKept(IndexEntry entry) {
      if (entry.exists() || tombstonesLeft-- > 0) {
        return true;
      }
      lost = lost == null ? entry.version() : lost;
      return false;
    }

    private void write() {
      List<StoreOp> ops = new ArrayList<>();
      written.addFirst(index.writeAside(List.copyOf(newestFirst.reversed()), ops));
      newestFirst.clear();
      desk.persist(ops);
    }

    @Override
    public void onEnd() {
      if (!newestFirst.isEmpty()) {
        write();
      }
      pass = null;
      List<StoreOp> ops = new ArrayList<>();
      index.replace(List.copyOf(written), pages, lost, ops);
      desk.persist(ops);
    }

    @Override
    public void onLost(IndexPlace page) {
      pass = null;
      List<StoreOp> ops = new ArrayList<>();
      index.startOver(index.to(), ops);
      desk.persist(ops);
    }
  }
}
