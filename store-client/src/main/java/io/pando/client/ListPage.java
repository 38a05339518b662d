package io.pando.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the listing of a pool.
 *
 * @param names names of objects; may be empty although more follow
 * @param next next where the listing continues; null at the end
 */
public record ListPage(List<String> names, @Nullable ListCursor next) {
  public ListPage {
    names = List.copyOf(names);
  }
}
