package io.pando.osd.pg.repair;

import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.merkle.Digest;
import io.pando.merkle.Subtree;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.probe.Limit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Finds out in which parts the tree of a replica differs from the primary's: from a first level
 * down, only below what differs, all of a level together; the fewer parts differ, the more levels
 * at a time.
 *
 * <p>Nothing stands still meanwhile. What both sides have in common is the same however far apart
 * they were asked, but for objects that change from the beginning on: those are told, and count as
 * different.
 */
public final class TreeDescent {
  /** Digests of the first question: half a kilobyte, and often the only ones. */
  private static final Limit FIRST_LEVEL =
      Limit.of("tree descent: first level that is compared", 1, 6);

  /** Bytes that a level should not take more of; few levels at a time then. */
  private static final int LEVEL_BYTES = 16 << 10;

  private static final int LEAST_LEVELS = 2;

  /** Digests in a question. */
  private static final Limit MOST_ASKED =
      Limit.of("tree descent: digests in one question", 64, 8_192);

  /**
   * Digests of parts of a level.
   *
   * @param above level of parts that differ
   * @param parts of that level, in order
   * @param level below
   * @param digests of all parts of that level that lie in the others, in order
   */
  public record Question(int above, List<Integer> parts, int level, List<Long> digests) {}

  /**
   * What a replica says to that.
   *
   * @param level of the question
   * @param first of the parts above in the question
   * @param depth of its tree
   * @param empty whether it has nothing at all
   * @param differing parts of the level, in order
   */
  public record Answer(int level, int first, int depth, boolean empty, List<Integer> differing) {}

  private final ReplicaTree tree;
  private final Differences changed;
  private final Deque<Integer> left = new ArrayDeque<>();
  private final List<Integer> differing = new ArrayList<>();
  private int depth;
  private int above;
  private int level;
  private Question asked;

  /**
   * Begins.
   *
   * @param tree of the primary
   */
  public TreeDescent(ReplicaTree tree) {
    this.tree = tree;
    this.depth = tree.tree().depth();
    this.changed = Differences.none(tree.tree().range(), depth);
    this.level = Math.min(FIRST_LEVEL.value(), depth);
    this.left.add(0);
    this.asked = ask();
  }

  /** What to ask the replica; asked again, it is the same. */
  public Question question() {
    return asked;
  }

  /** An object has changed, or its copy here is not what it should be. */
  public void onChanged(ObjectId object) {
    changed.add(object);
  }

  /** Takes an answer; says what differs once that is known. One to another question is nothing. */
  public Optional<Differences> onAnswer(Answer answer) {
    if (answer.level() != level || answer.first() != asked.parts().getFirst()) {
      return Optional.empty();
    }
    depth = Math.min(depth, answer.depth());
    if (answer.empty() && !tree.isEmpty()) {
      // All that is here it has not got.
      return Optional.of(Differences.all(range()));
    }
    if (depth < level) {
      // It cannot tell parts so small apart.
      fromTheTop();
      return Optional.empty();
    }
    differing.addAll(answer.differing());
    if (left.isEmpty()) {
      if (level >= depth || differing.isEmpty()) {
        return Optional.of(found());
      }
      descend();
    }
    asked = ask();
    return Optional.empty();
  }

  private void fromTheTop() {
    left.clear();
    differing.clear();
    above = 0;
    level = Math.min(FIRST_LEVEL.value(), depth);
    left.add(0);
    asked = ask();
  }

  private PositionRange range() {
    return tree.tree().range();
  }

  private Differences found() {
    Differences found = Differences.none(range(), level);
    differing.forEach(part -> found.add(new Subtree(level, part)));
    found.addAll(changed);
    return found;
  }

  private void descend() {
    int levels = FIRST_LEVEL.value();
    while (levels > LEAST_LEVELS && (long) differing.size() << levels > LEVEL_BYTES / Long.BYTES) {
      levels--;
    }
    left.addAll(differing);
    differing.clear();
    above = level;
    level = Math.min(level + levels, depth);
  }

  private Question ask() {
    int levels = level - above;
    List<Integer> parts = new ArrayList<>();
    List<Long> digests = new ArrayList<>();
    while (!left.isEmpty()
        && (parts.isEmpty() || digests.size() + (1 << levels) <= MOST_ASKED.value())) {
      Subtree part = new Subtree(above, left.removeFirst());
      parts.add(part.index());
      Subtree below = part.firstBelow(levels);
      for (int i = 0; i < 1 << levels; i++) {
        Subtree child = new Subtree(level, below.index() + i);
        Optional<Digest> known = tree.known(child);
        if (known.isEmpty()) {
          changed.add(tree.tree().positions(child));
        }
        digests.add(known.orElse(Digest.EMPTY).xor());
      }
    }
    return new Question(above, parts, level, digests);
  }

  /** What a replica says to a question. */
  public static Answer answer(ReplicaTree tree, Question question) {
    List<Integer> differing = new ArrayList<>();
    int levels = question.level() - question.above();
    int at = 0;
    for (int part : question.parts()) {
      int first = new Subtree(question.above(), part).firstBelow(levels).index();
      for (int i = 0; i < 1 << levels; i++) {
        Optional<Digest> known = tree.known(new Subtree(question.level(), first + i));
        if (known.isEmpty() || known.get().xor() != question.digests().get(at)) {
          differing.add(first + i);
        }
        at++;
      }
    }
    return new Answer(
        question.level(),
        question.parts().getFirst(),
        tree.tree().depth(),
        tree.isEmpty(),
        differing);
  }
}
