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
 * Finds the parts in which a replica's tree differs from the primary's. It descends from a first
 * level, only below parts that differ, all parts of a level together. The fewer parts differ, the
 * more levels it descends at a time.
 *
 * <p>Updates go on meanwhile. Parts that were equal when compared stay equal, whatever the time
 * between the questions, except for objects that change after the start. These are reported by
 * {@link #onChanged}, and count as different.
 */
public final class TreeDescent {
  /** Level of the first question: half a kilobyte of digests, and often the only ones sent. */
  private static final Limit FIRST_LEVEL =
      Limit.of("tree descent: first level that is compared", 1, 6);

  /**
   * Target limit in bytes for the digests of one step; with many differing parts, a step covers
   * fewer levels.
   */
  private static final int LEVEL_BYTES = 16 << 10;

  private static final int LEAST_LEVELS = 2;

  /** Most digests in one question. */
  private static final Limit MOST_ASKED =
      Limit.of("tree descent: digests in one question", 64, 8_192);

  /**
   * A question to a replica: digests of parts of one level.
   *
   * @param above level of the parts known to differ
   * @param parts numbers of the differing parts on that level, in order
   * @param level the compared level, below {@code above}
   * @param digests digests of all parts of that level within {@code parts}, in order
   */
  public record Question(int above, List<Integer> parts, int level, List<Long> digests) {}

  /**
   * A replica's answer to a question.
   *
   * @param level level of the question
   * @param first first of the {@code parts} of the question
   * @param depth depth of the replica's tree
   * @param empty whether the replica has no objects at all
   * @param differing numbers of the differing parts of the level, in order
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
   * Starts a descent.
   *
   * @param tree the primary's tree
   */
  public TreeDescent(ReplicaTree tree) {
    this.tree = tree;
    this.depth = tree.tree().depth();
    this.changed = Differences.none(tree.tree().range(), depth);
    this.level = Math.min(FIRST_LEVEL.value(), depth);
    this.left.add(0);
    this.asked = ask();
  }

  /** The question to send to the replica; resending repeats the same one. */
  public Question question() {
    return asked;
  }

  /** Counts an object as different: it changed, or its copy here is not good. */
  public void onChanged(ObjectId object) {
    changed.add(object);
  }

  /**
   * Handles an answer; returns the differences once they are known. An answer to another question
   * is ignored.
   */
  public Optional<Differences> onAnswer(Answer answer) {
    if (answer.level() != level || answer.first() != asked.parts().getFirst()) {
      return Optional.empty();
    }
    depth = Math.min(depth, answer.depth());
    if (answer.empty() && !tree.isEmpty()) {
      // The replica has none of the objects here.
      return Optional.of(Differences.all(range()));
    }
    if (depth < level) {
      // The replica's tree is not deep enough for this level.
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

  /** Computes the answer of a replica to a question. */
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
