package io.pando.mds.check;

import io.pando.bytes.Payload;
import io.pando.fs.DataObjects;
import io.pando.fs.Ino;
import io.pando.fs.inode.InodeContent;
import io.pando.id.PoolId;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists the objects of the data pools. Each belongs to a file. The first object of a file says
 * where the file is; of the others only those are asked that the end of the file is in, or behind:
 * with the usual layout, two objects of a file at most.
 */
final class DataScan {
  private static final Pattern NAME = Pattern.compile("([0-9a-f]{1,16})\\.([0-9a-f]{8})");

  /** An object of a file. */
  private record Part(Ino ino, KnownInode inode, InodeContent.File file, long number) {}

  private final CheckParts parts;
  private final FactsCheck check;
  private final NumbersCheck numbers;
  private final Runnable onPage;
  private final Runnable done;
  private long objects;

  /**
   * Nothing is listed yet.
   *
   * @param onPage run after each page
   * @param done run at the end
   */
  DataScan(
      CheckParts parts, FactsCheck check, NumbersCheck numbers, Runnable onPage, Runnable done) {
    this.parts = parts;
    this.numbers = numbers;
    this.check = check;
    this.onPage = onPage;
    this.done = done;
  }

  long objects() {
    return objects;
  }

  void begin() {
    pool(0);
  }

  private void pool(int index) {
    if (index < parts.target().data().size()) {
      list(index, true);
    } else {
      check.checkUnseen((ino, inode) -> check.compare(ino, inode, DataObjects.name(ino, 0), null));
      done.run();
    }
  }

  private void list(int index, boolean first) {
    PoolId pool = parts.target().data().get(index);
    parts
        .calls()
        .list(
            pool,
            first,
            (names, more) -> {
              names.forEach(each -> look(pool, each));
              parts
                  .calls()
                  .whenIdle(() -> {
                    onPage.run();
                    if (more) {
                      list(index, false);
                    } else {
                      pool(index + 1);
                    }
                  });
            });
  }

  private void look(PoolId pool, String name) {
    objects++;
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      ownerless(name, "is no object of a file");
      return;
    }
    Ino ino = new Ino(Math.max(1, Long.parseUnsignedLong(matcher.group(1), 16) & Long.MAX_VALUE));
    long number = Long.parseLong(matcher.group(2), 16);
    KnownInode inode = parts.facts().inode(ino);
    if (inode == null && number == 0 && numbers.mayBeWrittenEarly(ino)) {
      return;
    }
    if (inode == null || !DataObjects.name(ino, number).equals(name)) {
      ownerless(name, "belongs to inode %s, which does not exist".formatted(ino));
    } else if (!(inode.content instanceof InodeContent.File file)) {
      ownerless(name, "belongs to inode %s, which is not a file".formatted(ino));
    } else if (!file.layout().pool().equals(pool)) {
      ownerless(
          name,
          "is in pool %s, and file %s has its objects in pool %s"
              .formatted(pool, parts.facts().where(ino), file.layout().pool()));
    } else {
      look(pool, name, new Part(ino, inode, file, number));
    }
  }

  private void ownerless(String object, String why) {
    parts.problems().add(new Inconsistency.WithoutOwner(object, why));
  }

  private void look(PoolId pool, String name, Part part) {
    long whole =
        part.file().layout().objects(part.file().extent()) - part.file().layout().stripeCount();
    if (part.number() == 0 || part.number() >= whole) {
      parts
          .calls()
          .call(
              pool,
              name,
              List.of(new ObjectOp.Stat(), new ObjectOp.ListAttributes()),
              outcome -> onAnswer(name, part, outcome));
    }
  }

  private void onAnswer(String name, Part part, OpOutcome outcome) {
    switch (outcome) {
      case OpOutcome.Succeeded it -> {
        SortedMap<String, Payload> attributes = new TreeMap<>();
        for (OpResult each : it.results()) {
          if (each instanceof OpResult.Stat stat) {
            checkSize(name, part, stat.sizeBytes());
          } else if (each instanceof OpResult.Attributes some) {
            attributes.putAll(some.attributes());
          }
        }
        if (part.number() == 0) {
          part.inode().isSeen = true;
          if (check.needsPointer(part.ino(), part.inode())) {
            check.compare(part.ino(), part.inode(), name, TreeFacts.pointer(attributes));
          }
        }
      }
      case OpOutcome.Failed it when it.error() == OpError.NOT_FOUND -> {}
      case OpOutcome.Failed it -> {
        part.inode().isSeen |= part.number() == 0;
        parts.problems().add(new Inconsistency.Unreadable(name, "", it.detail()));
      }
    }
  }

  private void checkSize(String name, Part part, long bytes) {
    long most = part.file().layout().bytesOfObject(part.number(), part.file().extent());
    // The first object may be there without bytes; others go with the last of theirs.
    if (bytes > most || (bytes == 0 && most == 0 && part.number() > 0)) {
      parts
          .problems()
          .add(new Inconsistency.BeyondEnd(name, parts.facts().where(part.ino()), bytes, most));
    }
  }
}
