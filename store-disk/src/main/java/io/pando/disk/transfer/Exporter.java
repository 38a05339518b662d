package io.pando.disk.transfer;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.OfflineStore;
import io.pando.disk.serve.VolumeView;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.Listing;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes collections of stores into a stream, piece by piece. */
public final class Exporter {
  private static final int PIECE_BYTES = 1 << 20;
  private static final int PAGE = 1000;

  private final ExportOutput out;
  private final TransferListener listener;
  private Transferred sum = Transferred.NOTHING;

  /** Writes into a stream whose header was written. */
  public Exporter(ExportOutput out, TransferListener listener) {
    this.out = out;
    this.listener = listener;
  }

  /** Writes the wanted collections of a store. */
  public void export(OfflineStore store, Predicate<CollectionId> wanted)
      throws IOException, StoreException {
    if (!store.interruptedImport().isEmpty()) {
      throw new StoreException(
          store.directory() + " holds a part of collections whose import was cut short");
    }
    List<CollectionId> collections = store.volume().collections().stream().filter(wanted).toList();
    if (collections.isEmpty()) {
      return;
    }
    StoreIdentity identity = store.identity();
    out.write(new ExportRecord.FromStore(identity.cluster(), identity.osd(), identity.shard()));
    try {
      for (CollectionId collection : collections) {
        export(store.volume().reader(), collection);
      }
    } catch (MetadataException | DamagedRecordException e) {
      throw new StoreException(store.directory() + " is damaged: " + e.getMessage(), e);
    }
  }

  /** Ends the stream; returns the totals. */
  public Transferred end() throws IOException {
    out.write(new ExportRecord.End(sum.collections(), sum.objects(), sum.bytes()));
    out.flush();
    return sum;
  }

  private void count(long collections, long objects, long bytes, long damaged) {
    sum = sum.plus(new Transferred(collections, objects, bytes, damaged));
    listener.onBytes(bytes);
  }

  private void export(VolumeView view, CollectionId collection)
      throws IOException, MetadataException, DamagedRecordException {
    out.write(new ExportRecord.OfCollection(collection));
    count(1, 0, 0, 0);
    meta(view.readMeta(collection, "", null));
    ObjectId after = null;
    Listing page;
    do {
      page = view.list(collection, after, PAGE);
      for (ObjectId object : page.objects()) {
        export(view, collection, object);
        after = object;
      }
    } while (page.more());
  }

  private void meta(SortedMap<String, Payload> all) throws IOException {
    SortedMap<String, Payload> part = new TreeMap<>(Utf8Order.INSTANCE);
    long bytes = 0;
    for (Map.Entry<String, Payload> entry : all.entrySet()) {
      part.put(entry.getKey(), entry.getValue());
      bytes += entry.getKey().length() + entry.getValue().size();
      if (bytes >= PIECE_BYTES) {
        out.write(new ExportRecord.Meta(part));
        part = new TreeMap<>(Utf8Order.INSTANCE);
        bytes = 0;
      }
    }
    if (!part.isEmpty()) {
      out.write(new ExportRecord.Meta(part));
    }
  }

  private void export(VolumeView view, CollectionId collection, ObjectId object)
      throws IOException, MetadataException, DamagedRecordException {
    count(0, 1, 0, 0);
    String damage = copy(view, collection, object);
    if (damage != null) {
      out.write(new ExportRecord.Damaged(object, damage));
      count(0, 0, 0, 1);
      listener.onDamaged(collection, object, damage);
    }
  }

  /** Returns a description of the object's damage; null if it has none. */
  private @Nullable String copy(VolumeView view, CollectionId collection, ObjectId object)
      throws IOException, MetadataException, DamagedRecordException {
    ReadOutcome head = view.read(collection, object, new ObjectQuery(List.of(), List.of(), true));
    if (!(head instanceof ReadOutcome.Found found)) {
      return what(head);
    }
    ObjectView state = found.view();
    out.write(new ExportRecord.OfObject(object, state.size(), state.attributes()));
    for (ByteRange range : state.allocated()) {
      for (long at = range.offset(); at < range.end(); at += PIECE_BYTES) {
        ByteRange piece = new ByteRange(at, Math.min(PIECE_BYTES, range.end() - at));
        ReadOutcome outcome =
            view.read(collection, object, new ObjectQuery(List.of(piece), List.of(), false));
        if (!(outcome instanceof ReadOutcome.Found read)) {
          return what(outcome);
        }
        out.write(new ExportRecord.Data(at, read.view().data().getFirst()));
        count(0, 0, piece.length(), 0);
      }
    }
    return entries(view, collection, object);
  }

  private @Nullable String entries(VolumeView view, CollectionId collection, ObjectId object)
      throws IOException, MetadataException, DamagedRecordException {
    String after = null;
    ObjectView.MapPage page;
    do {
      ObjectQuery query =
          new ObjectQuery(
              List.of(), List.of(new ObjectQuery.Page(after, "", PAGE, PIECE_BYTES)), false);
      ReadOutcome outcome = view.read(collection, object, query);
      if (!(outcome instanceof ReadOutcome.Found read)) {
        return what(outcome);
      }
      page = read.view().maps().getFirst();
      if (!page.entries().isEmpty()) {
        out.write(new ExportRecord.Entries(page.entries()));
        after = page.entries().lastKey();
      }
    } while (page.more());
    return null;
  }

  private static String what(ReadOutcome outcome) {
    return outcome instanceof ReadOutcome.Damaged damaged ? damaged.what() : "it is gone";
  }
}
