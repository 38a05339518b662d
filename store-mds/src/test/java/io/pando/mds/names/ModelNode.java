package io.pando.mds.names;

import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.Quota;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A file of the model. */
final class ModelNode {
  final Ino ino;
  final FileType type;
  final SortedMap<String, ModelNode> children = new TreeMap<>();
  final SortedMap<String, Payload> xattrs = new TreeMap<>();
  final Timestamp born;
  int mode;
  int user;
  int group;
  int names = 1;
  long size;
  long uncut;
  @Nullable Payload target;
  int device;
  Timestamp accessed;
  Timestamp modified;
  Timestamp changed;
  Quota quota = Quota.NONE;
  @Nullable ModelNode parent;

  /** Whether it had several names at some time: then its bytes count nowhere. */
  boolean shared;

  ModelNode(Ino ino, FileType type, Timestamp now) {
    this.ino = ino;
    this.type = type;
    this.born = now;
    this.accessed = now;
    this.modified = now;
    this.changed = now;
  }

  boolean isDirectory() {
    return type == FileType.DIRECTORY;
  }

  int links() {
    if (!isDirectory() || names == 0) {
      return names;
    }
    return 2 + (int) children.values().stream().filter(ModelNode::isDirectory).count();
  }

  /** Totals of everything below a directory. */
  SubtreeTotals below() {
    SubtreeTotals sum = SubtreeTotals.NONE;
    for (ModelNode each : children.values()) {
      sum = sum.plus(each.share());
    }
    return sum;
  }

  /** What a name of it adds to the totals of its directory. */
  SubtreeTotals share() {
    return isDirectory()
        ? below().plus(new SubtreeTotals(0, 0, 1))
        : new SubtreeTotals(shared || type != FileType.REGULAR ? 0 : size, 1, 0);
  }

  boolean isWithin(ModelNode directory) {
    for (ModelNode at = this; at != null; at = at.parent) {
      if (at == directory) {
        return true;
      }
    }
    return false;
  }

  void touch(Timestamp now) {
    modified = now;
    changed = now;
  }

  /** The form of {@link Shown}. */
  String shown() {
    String content =
        switch (type) {
          case DIRECTORY -> below() + " " + children.size() + " " + quota;
          case REGULAR -> size + " uncut " + uncut;
          case SYMLINK -> String.valueOf(target);
          default -> type + " " + device;
        };
    return Shown.text(
        ino,
        "%o %d:%d %d".formatted(mode, user, group, links()),
        accessed + " " + modified + " " + changed + " " + born,
        content,
        xattrs);
  }
}
