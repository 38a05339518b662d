package io.pando.osd.pg.fragment;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.ChangedRows;
import io.pando.group.ObjectInfo;
import io.pando.group.Undo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replication.UpdateParts;
import io.pando.store.CollectionId;
import io.pando.store.ObjectView;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What each position gets of an update of an object: the steps on its fragment, and how it takes
 * them back. All positions get the object's version, size and attributes; only fragments that
 * change get bytes. Computed once for each position.
 */
final class FragmentSteps implements UpdateParts {
  /** An update of an object: before, after, and the attributes as they were read, if they were. */
  record Change(
      PgId group,
      ObjectId object,
      ObjectState before,
      ObjectState after,
      @Nullable ObjectView view) {}

  private final Fragments fragments;
  private final Change change;
  private final ObjectEdit edit;
  private final StripeEdits edits;
  private final StripeCoder coder;
  private final Map<Integer, ReplicationMessage.Update> parts = new TreeMap<>();

  FragmentSteps(
      Fragments fragments, Change change, ObjectEdit edit, StripeEdits edits, StripeCoder coder) {
    this.fragments = fragments;
    this.change = change;
    this.edit = edit;
    this.edits = edits;
    this.coder = coder;
  }

  @Override
  public ReplicationMessage.Update of(ReplicationMessage.Update whole, MemberId member) {
    return parts.computeIfAbsent(
        member.position(),
        position ->
            new ReplicationMessage.Update(
                whole.entry(), steps(position), whole.objects(), whole.bytes(), undo(position)));
  }

  @Override
  public @Nullable ChangedRows changed() {
    boolean inPart = change.before().exists() && change.after().exists() && !edit.replaces();
    return inPart ? edits.changed(fragments.layout()) : null;
  }

  private long oldFragmentBytes(int position) {
    return change.before().exists()
        ? fragments.fragmentBytes(position, change.before().sizeBytes())
        : 0;
  }

  private List<StoreOp.OnObject> steps(int position) {
    CollectionId in = CollectionId.of(new ReplicaId(change.group(), position));
    ObjectId object = change.object();
    List<StoreOp.OnObject> steps = new ArrayList<>();
    if (edit.replaces()) {
      steps.add(new StoreOp.Remove(in, object));
    }
    if (!change.after().exists()) {
      return steps;
    }
    steps.add(new StoreOp.Touch(in, object));
    long length = edit.replaces() ? 0 : oldFragmentBytes(position);
    long kept = fragments.fragmentBytes(position, edit.kept());
    if (kept < length) {
      steps.add(new StoreOp.Truncate(in, object, kept));
      length = kept;
    }
    for (StripeCoder.Written written : coder.written(position)) {
      Payload bytes = written.bytes();
      steps.add(
          bytes == null
              ? new StoreOp.Zero(in, object, written.range())
              : new StoreOp.Write(in, object, written.range().offset(), bytes));
      length = Math.max(length, written.range().end());
    }
    long size = fragments.fragmentBytes(position, edit.size());
    if (size != length) {
      steps.add(new StoreOp.Truncate(in, object, size));
    }
    edit.attributes().forEach(step -> steps.add(attributes(in, step)));
    return steps;
  }

  private StoreOp.OnObject attributes(CollectionId in, StoreOp.OnObject step) {
    if (step instanceof StoreOp.PutAttributes put) {
      SortedMap<String, Payload> values = new TreeMap<>(Utf8Order.INSTANCE);
      values.putAll(put.attributes());
      values.computeIfPresent(ObjectInfo.ATTRIBUTE, (_, _) -> stamp(change.after()));
      return new StoreOp.PutAttributes(in, change.object(), values);
    }
    StoreOp.RemoveAttributes remove = (StoreOp.RemoveAttributes) step;
    return new StoreOp.RemoveAttributes(in, change.object(), remove.names());
  }

  private static Payload stamp(ObjectState state) {
    return GroupRecords.OBJECT.encode(
        new ObjectInfo(state.version(), state.modifiedMillis(), state.sizeBytes()));
  }

  private Undo undo(int position) {
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    List<String> added = new ArrayList<>();
    if (!change.before().exists()) {
      return new Undo(Undo.Kind.CREATED, 0, List.of(), attributes, added);
    }
    if (edit.replaces() || !change.after().exists()) {
      return new Undo(Undo.Kind.REPLACED, 0, List.of(), attributes, added);
    }
    for (String name : changedAttributes()) {
      Payload old = name.equals(ObjectInfo.ATTRIBUTE) ? stamp(change.before()) : oldAttribute(name);
      if (old == null) {
        added.add(name);
      } else {
        attributes.put(name, old);
      }
    }
    return new Undo(
        Undo.Kind.CHANGED, oldFragmentBytes(position), replaced(position), attributes, added);
  }

  private SortedSet<String> changedAttributes() {
    SortedSet<String> names = new TreeSet<>(Utf8Order.INSTANCE);
    for (StoreOp.OnObject step : edit.attributes()) {
      switch (step) {
        case StoreOp.PutAttributes put -> names.addAll(put.attributes().keySet());
        case StoreOp.RemoveAttributes remove -> names.addAll(remove.names());
        default -> {
          // Changes no attribute.
        }
      }
    }
    return names;
  }

  private @Nullable Payload oldAttribute(String name) {
    ObjectView view = change.view();
    return view == null ? null : view.attributes().get(name);
  }

  /** The ranges of the old fragment that the update overwrites or cuts off, joined. */
  private List<ByteRange> replaced(int position) {
    long end = oldFragmentBytes(position);
    List<ByteRange> ranges = new ArrayList<>();
    long kept = fragments.fragmentBytes(position, edit.kept());
    if (kept < end) {
      ranges.add(new ByteRange(kept, end - kept));
    }
    coder.written(position).forEach(written -> ranges.add(written.range()));
    ranges.sort((a, b) -> Long.compare(a.offset(), b.offset()));
    List<ByteRange> joined = new ArrayList<>();
    for (ByteRange range : ranges) {
      long to = Math.min(range.end(), end);
      ByteRange last = joined.isEmpty() ? null : joined.getLast();
      if (last != null && range.offset() <= last.end()) {
        long joinedEnd = Math.max(last.end(), to);
        joined.set(joined.size() - 1, new ByteRange(last.offset(), joinedEnd - last.offset()));
      } else if (range.offset() < to) {
        joined.add(new ByteRange(range.offset(), to - range.offset()));
      }
    }
    return joined;
  }
}
