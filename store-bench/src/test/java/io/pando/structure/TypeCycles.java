package io.pando.structure;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Groups of types that depend on each other in a circle: the strongly connected components of the
 * graph of dependencies, found by Tarjan's algorithm. A nested type counts as its outermost type.
 */
final class TypeCycles {
  private static final class Node {
    final String name;
    final NavigableSet<String> targets = new TreeSet<>();
    int index = -1;
    int low;
    boolean onStack;

    Node(String name) {
      this.name = name;
    }
  }

  private final NavigableMap<String, Node> nodes = new TreeMap<>();
  private final Deque<Node> stack = new ArrayDeque<>();
  private final List<List<String>> cycles = new ArrayList<>();
  private int next;

  private TypeCycles(Iterable<JavaClass> types) {
    types.forEach(type -> nodes.computeIfAbsent(outermost(type), Node::new));
    for (JavaClass type : types) {
      NavigableSet<String> targets = node(outermost(type)).targets;
      type.getDirectDependenciesFromSelf().stream()
          .map(arrow -> outermost(arrow.getTargetClass().getBaseComponentType()))
          .filter(nodes::containsKey)
          .forEach(targets::add);
    }
  }

  /** The cycles among these types: sorted names, each list with at least two. */
  static List<List<String>> of(Iterable<JavaClass> types) {
    TypeCycles found = new TypeCycles(types);
    for (Node node : found.nodes.values()) {
      if (node.index < 0) {
        found.visit(node);
      }
    }
    return found.cycles;
  }

  /** The package of a type's name. */
  static String packageOf(String type) {
    return type.substring(0, type.lastIndexOf('.'));
  }

  private static String outermost(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  private Node node(String name) {
    return Objects.requireNonNull(nodes.get(name), name);
  }

  private void visit(Node node) {
    node.index = next;
    node.low = next;
    next++;
    stack.push(node);
    node.onStack = true;
    for (String name : node.targets) {
      Node target = node(name);
      if (target.index < 0) {
        visit(target);
        node.low = Math.min(node.low, target.low);
      } else if (target.onStack) {
        node.low = Math.min(node.low, target.index);
      }
    }
    if (node.low == node.index) {
      close(node);
    }
  }

  private void close(Node root) {
    List<String> component = new ArrayList<>();
    Node member;
    do {
      member = stack.pop();
      member.onStack = false;
      component.add(member.name);
    } while (member != root);
    if (component.size() > 1) {
      Collections.sort(component);
      cycles.add(component);
    }
  }
}
