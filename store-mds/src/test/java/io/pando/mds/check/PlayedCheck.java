package io.pando.mds.check;

import io.pando.mds.store.PlayedObjects;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Runs checks over played objects, which those of metadata and of data are in together. */
public final class PlayedCheck {
  private static final int PAGE = 3;

  private final PlayedObjects objects;
  private final CheckTarget target;
  private final Deque<CheckEffect> effects = new ArrayDeque<>();
  private final Runnable beforeEach;
  private int listed;

  private PlayedCheck(PlayedObjects objects, CheckTarget target, Runnable beforeEach) {
    this.objects = objects;
    this.target = target;
    this.beforeEach = beforeEach;
  }

  /** Checks what does not change meanwhile. */
  public static FilesReport run(PlayedObjects objects, CheckTarget target) {
    return run(objects, target, () -> {});
  }

  /**
   * Checks.
   *
   * @param beforeEach run before each call of an object
   */
  static FilesReport run(PlayedObjects objects, CheckTarget target, Runnable beforeEach) {
    return new PlayedCheck(objects, target, beforeEach).run();
  }

  private FilesReport run() {
    FilesCheck check = new FilesCheck(target, effects::add);
    check.begin();
    while (true) {
      switch (effects.removeFirst()) {
        case CheckEffect.Call it -> {
          beforeEach.run();
          check.onAnswer(it.token(), objects.execute(it.object(), it.operations()));
        }
        case CheckEffect.ListNext it -> list(check, it);
        case CheckEffect.Progress _ -> {}
        case CheckEffect.Ended it -> {
          return it.report();
        }
      }
    }
  }

  private void list(FilesCheck check, CheckEffect.ListNext it) {
    boolean ofMetadata = it.pool().equals(target.metadata());
    List<String> all =
        objects.names().stream()
            .filter(name -> name.matches("(dir|links|sessions|journal|odd)\\..*") == ofMetadata)
            .toList();
    listed = it.first() ? 0 : listed;
    List<String> page = all.stream().skip(listed).limit(PAGE).toList();
    listed += page.size();
    check.onListed(it.token(), page, listed < all.size());
  }
}
