package io.pando.format;

import io.pando.fs.DirFragment;
import io.pando.fs.DirFragments;
import io.pando.fs.EntryName;
import io.pando.fs.FileLayout;
import io.pando.fs.inode.InodeContent;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import java.util.List;
import java.util.Optional;

/** Random values of the file system that random tries would hardly ever make. */
final class RandomFiles {
  private RandomFiles() {}

  /** A value of a type, if it is one of those. */
  static Optional<Object> any(Class<?> type, Random64 random) {
    if (type == EntryName.class) {
      return Optional.of(name(random));
    } else if (type == DirFragments.class) {
      return Optional.of(fragments(random));
    } else if (type == FileLayout.class) {
      return Optional.of(layout(random));
    } else if (type == InodeContent.File.class) {
      return Optional.of(file(random));
    }
    return Optional.empty();
  }

  static EntryName name(Random64 random) {
    byte[] bytes = new byte[1 + random.nextInt(random.oneIn(10) ? EntryName.MOST_BYTES : 12)];
    do {
      random.nextBytes(bytes);
    } while (!EntryName.problem(bytes).isEmpty());
    return EntryName.of(bytes);
  }

  static DirFragments fragments(Random64 random) {
    DirFragments fragments = DirFragments.ONE;
    for (int splits = random.nextInt(4); splits > 0; splits--) {
      List<DirFragment> parts = fragments.inOrder();
      fragments = fragments.split(parts.get(random.nextInt(parts.size())), 1 + random.nextInt(3));
    }
    return fragments;
  }

  static FileLayout layout(Random64 random) {
    int unit = FileLayout.UNIT_STEP * (1 + random.nextInt(8));
    return new FileLayout(
        unit,
        1 + random.nextInt(9),
        unit * (1 + random.nextInt(30)),
        new PoolId(random.nextInt(1_000)));
  }

  private static InodeContent.File file(Random64 random) {
    long size = random.nextLong() >>> (2 + random.nextInt(60));
    long more = size + random.nextInt(1 << 20) + 1;
    boolean written = random.nextBoolean();
    boolean longer = random.nextBoolean();
    return new InodeContent.File(
        layout(random),
        size,
        longer && written ? more : 0,
        longer && !written ? more : 0,
        random.nextInt(3));
  }
}
