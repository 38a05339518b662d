package io.pando.osd.pg.index;

import io.pando.group.IndexEntry;
import io.pando.group.IndexPlace;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Queries a version index for the changes after a version. */
public final class IndexQuery implements IndexPages.Reader {
  private final Version after;
  private final List<IndexEntry> recent;
  private final Consumer<Optional<List<IndexEntry>>> then;

  /** A later entry of an object replaces an earlier one. */
  private final Map<ObjectId, IndexEntry> newest = new TreeMap<>();

  private IndexQuery(
      Version after, List<IndexEntry> recent, Consumer<Optional<List<IndexEntry>>> then) {
    this.after = after;
    this.recent = recent;
    this.then = then;
  }

  /**
   * Starts a query, while the group takes no updates.
   *
   * @param then receives the newest update of every object that was updated after this version, in
   *     the order of versions, up to the beginning of the log; empty if the index cannot be read
   */
  public static void ask(
      VersionIndex index,
      Version after,
      PageSource source,
      Consumer<Optional<List<IndexEntry>>> then) {
    List<IndexPlace> pages = index.pagesAfter(after);
    IndexPages.read(source, pages, new IndexQuery(after, index.recent(), then));
  }

  @Override
  public void onPage(List<IndexEntry> entries) {
    for (IndexEntry entry : entries) {
      if (entry.version().isAfter(after)) {
        newest.put(entry.object(), entry);
      }
    }
  }

  @Override
  public void onEnd() {
    onPage(recent);
    List<IndexEntry> all = new ArrayList<>(newest.values());
    all.sort(Comparator.comparing(IndexEntry::version));
    then.accept(Optional.of(all));
  }

  @Override
  public void onLost(IndexPlace page) {
    then.accept(Optional.empty());
  }
}
