package io.pando.fs.request;

import java.util.List;

/**
 * The process for which a client asks.
 *
 * @param user effective user id, unsigned; 0 is the superuser, who may do everything
 * @param group effective group id, unsigned
 * @param groups supplementary group ids, at most {@value #MOST_GROUPS}
 */
public record Caller(int user, int group, List<Integer> groups) {
  /** Most supplementary groups that a request carries: those of Linux are more. */
  public static final int MOST_GROUPS = 1_024;

  /** The superuser. */
  public static final Caller ROOT = new Caller(0, 0, List.of());

  public Caller {
    groups = List.copyOf(groups);
    if (groups.size() > MOST_GROUPS) {
      throw new IllegalArgumentException("a process of " + groups.size() + " groups");
    }
  }

  public boolean isSuperuser() {
    return user == 0;
  }

  public boolean isIn(int someGroup) {
    return group == someGroup || groups.contains(someGroup);
  }
}
