package io.pando.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the listing of a pool.
 *
 * @param names of objects; may be empty though more follow
 * @param next where the listing goes on; null: this was the end
 */
public record ListPage(List<String> names, @Nullable ListCursor next) {
  public ListPage {
    names = List.copyOf(names);
  }
}
