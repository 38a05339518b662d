package io.pando.wire;

import io.pando.codec.Shape;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The text of a record that is a message or part of one, with the components of groups printed as
 * components of the record that contains the group, as they are encoded. So the text stays the same
 * when components are grouped differently.
 */
public final class MessageText {
  private static final SortedSet<String> GROUPS = new TreeSet<>();

  static {
    FrameCodec.MESSAGES.kinds().forEach(kind -> GROUPS.addAll(Shape.groupsIn(kind.shape())));
  }

  private MessageText() {}

  /** The text of a record. */
  public static String of(Object record) {
    String text = record.toString();
    StringBuilder flat = new StringBuilder(text.length());
    Deque<Boolean> groups = new ArrayDeque<>();
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next == '[') {
        int component = 1 + Math.max(flat.lastIndexOf("["), flat.lastIndexOf(" "));
        boolean group = GROUPS.contains(flat.substring(component));
        groups.push(group);
        if (group) {
          flat.setLength(component);
          continue;
        }
      } else if (next == ']' && !groups.isEmpty() && groups.pop()) {
        continue;
      }
      flat.append(next);
    }
    return flat.toString();
  }
}
