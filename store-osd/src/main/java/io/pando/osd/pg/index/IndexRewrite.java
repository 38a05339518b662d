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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites a version index without the entries that later entries replaced. It goes page by page,
 * newest first, while the index is in use and grows. The new pages take effect once all of them are
 * written. A crash may leave pages behind; the next rewrite removes them.
 *
 * <p>The rewrite keeps eight bytes for each object that it has seen. If there are more tombstones
 * than a bound, the oldest are dropped, and the index then reaches less far back.
 */
public final class IndexRewrite {
  /** Size of a rewritten page, as a multiple of an ordinary page. */
  private static final Limit LARGER = Limit.of("version index: pages that one rewrite takes", 1, 4);

  private final VersionIndex index;
  private final PageSource source;
  private final Consumer<List<StoreOp>> persist;
  private final ReplicaTree tree;
  private @Nullable Pass pass;

  /**
   * Creates a rewrite that is idle.
   *
   * @param tree computes digests of objects
   * @param persist submits steps to the store
   */
  public IndexRewrite(
      VersionIndex index, ReplicaTree tree, PageSource source, Consumer<List<StoreOp>> persist) {
    this.index = index;
    this.tree = tree;
    this.source = source;
    this.persist = persist;
  }

  /** The answers to pending reads will not come: the rewrite starts again. */
  public void onReadsForgotten() {
    pass = null;
  }

  /**
   * Starts a rewrite, if it is worth it.
   *
   * @param objects number of objects in the group
   * @param mayForget whether tombstones may be dropped: every member has applied those removals
   */
  public void onTick(long objects, boolean mayForget) {
    if (pass == null && index.isWorthRewriting(objects)) {
      List<IndexPlace> pages = index.pagesAfter(Version.ZERO);
      Pass next = new Pass(pages.size(), mayForget ? objects / 2 + 1024 : Long.MAX_VALUE);
      pass = next;
      next.see(index.recent());
      IndexPages.read(source, pages.reversed(), next);
    }
  }

  /** One pass through all pages. */
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
      persist.accept(ops);
    }

    @Override
    public void onEnd() {
      if (!newestFirst.isEmpty()) {
        write();
      }
      pass = null;
      List<StoreOp> ops = new ArrayList<>();
      index.replace(List.copyOf(written), pages, lost, ops);
      persist.accept(ops);
    }

    @Override
    public void onLost(IndexPlace page) {
      pass = null;
      List<StoreOp> ops = new ArrayList<>();
      index.startOver(index.to(), ops);
      persist.accept(ops);
    }
  }
}
