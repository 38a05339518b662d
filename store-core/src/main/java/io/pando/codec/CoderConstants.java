package io.pando.codec;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The constants of a coder's class: its shape, and what the shape's fields consist of. The class
 * asks {@link CoderClasses} for its shape when it is initialised, and takes the others from there.
 */
final class CoderConstants {
  private static final ClassDesc SHAPE = FieldCode.desc(Shape.class);
  private static final ClassDesc CODER = FieldCode.desc(Coder.class);

  private final ClassDesc self;
  private final List<Constant> constants = new ArrayList<>();
  private final Constant shape;

  /** The constants of the class {@code self}. */
  CoderConstants(ClassDesc self) {
    this.self = self;
    this.shape =
        add(
            Shape.class,
            code ->
                code.ldc(self)
                    .invokestatic(
                        FieldCode.desc(CoderClasses.class),
                        "shape",
                        MethodTypeDesc.of(SHAPE, CD_Class)));
  }

  /**
   * A static final field of the class.
   *
   * @param value pushes its value
   */
  record Constant(ClassDesc self, String name, ClassDesc type, Consumer<CodeBuilder> value) {
    void push(CodeBuilder code) {
      code.getstatic(self, name, type);
    }
  }

  private Constant add(Class<?> type, Consumer<CodeBuilder> value) {
    Constant constant =
        new Constant(self, "CONSTANT_" + constants.size(), FieldCode.desc(type), value);
    constants.add(constant);
    return constant;
  }

  /** The shape of the coder. */
  Constant shape() {
    return shape;
  }

  /** A field of the shape; {@code leaf} is its index. */
  Constant field(Field<?> field, int leaf) {
    return add(
        field.getClass(),
        code -> {
          shape.push(code);
          code.loadConstant(leaf)
              .invokevirtual(SHAPE, "field", MethodTypeDesc.of(FieldCode.desc(Field.class), CD_int))
              .checkcast(FieldCode.desc(field.getClass()));
        });
  }

  /** The type of a single field. */
  Constant type(Constant field, Type<?> type) {
    return add(
        type.getClass(),
        code -> {
          field.push(code);
          code.invokevirtual(field.type(), "type", MethodTypeDesc.of(FieldCode.desc(Type.class)))
              .checkcast(FieldCode.desc(type.getClass()));
        });
  }

  /** The coder of an inner shape. */
  Constant coder(Constant inner) {
    return add(
        Coder.class,
        code -> {
          inner.push(code);
          code.invokevirtual(SHAPE, "coder", MethodTypeDesc.of(CODER));
        });
  }

  /** Declares the fields, and fills them when the class is initialised. */
  void declare(ClassBuilder made) {
    for (Constant constant : constants) {
      made.withField(constant.name(), constant.type(), ACC_STATIC | ACC_FINAL);
    }
    made.withMethodBody(CLASS_INIT_NAME, MTD_void, ACC_STATIC, this::initialise);
  }

  private void initialise(CodeBuilder code) {
    for (Constant constant : constants) {
      constant.value().accept(code);
      code.putstatic(self, constant.name(), constant.type());
    }
    shape.push(code);
    code.new_(self)
        .dup()
        .invokespecial(self, INIT_NAME, MTD_void)
        .invokevirtual(SHAPE, "setCoder", MethodTypeDesc.of(CD_void, CODER))
        .return_();
  }
}
