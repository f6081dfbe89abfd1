package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tables of contended fields in docs/design/fields have a row for each field that is contended,
 * and each such field has a comment where it is declared.
 */
class DesignPageTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]*`[^|]*) \\|");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Pattern HANDLE =
      Pattern.compile(
          "(?:findVarHandle|newUpdater)\\(\\s*(\\w+)\\.class,(?:\\s*\\w+\\.class,)?\\s*\"(\\w+)\"");

  private static final Pattern COMMENT = Pattern.compile("\\*/$|^ *//");

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          // by their packages, because a module may come as a jar
          .withImportOption(location -> !location.contains("/io/loomwheel/examples/"))
          .withImportOption(location -> !location.contains("/io/loomwheel/soak/"))
          .withImportOption(location -> !location.contains("/io/loomwheel/errorpoints/"))
          .importPackages("io.loomwheel");
  private final Set<String> rows = rows();

  /** {@code Class.field} of each row of each page. */
  private static Set<String> rows() {
    Set<String> rows = new HashSet<>();
    Pages.textsUnder("docs/design/fields").forEach(page -> rows.addAll(rowsOf(page)));
    return rows;
  }

  /** A name without a dot is of the class before it. No page has two rows of one name. */
  private static Set<String> rowsOf(String page) {
    Set<String> rows = new HashSet<>();
    Matcher row = ROW.matcher(page);
    while (row.find()) {
      String of = "";
      Matcher name = NAME.matcher(row.group(1));
      while (name.find()) {
        String text = name.group(1);
        int dot = text.lastIndexOf('.');
        of = dot < 0 ? of : text.substring(0, dot);
        if (!of.isEmpty()) {
          String field = dot < 0 ? of + "." + text : text;
          assertThat(rows.add(field)).as("%s has one row", field).isTrue();
        }
      }
    }
    return rows;
  }

  private static boolean isContended(JavaField field) {
    JavaClass type = field.getRawType();
    return field.getModifiers().contains(JavaModifier.VOLATILE)
        || (type.getPackageName().equals("java.util.concurrent.atomic")
            && !type.getSimpleName().endsWith("FieldUpdater")); // it stands for another field
  }

  /** A row may name the class by its subclass, and a nested one by its own name alone. */
  private boolean hasRow(JavaField field) {
    JavaClass owner = field.getOwner();
    return Stream.concat(Stream.of(owner), owner.getAllSubclasses().stream())
        .anyMatch(named -> rows.contains(named.getSimpleName() + "." + field.getName()));
  }

  @Test
  void eachVolatileOrAtomicField_hasARow() {
    List<JavaField> contended =
        classes.stream()
            .flatMap(type -> type.getFields().stream())
            .filter(DesignPageTest::isContended)
            .toList();
    assertThat(contended)
        .hasSizeGreaterThan(40)
        .filteredOn(field -> !hasRow(field))
        .extracting(JavaField::getFullName)
        .isEmpty();
  }

  @Test
  void eachFieldWithAVarHandle_hasARow() {
    List<String> handled =
        Pages.sources("main").stream()
            .flatMap(source -> HANDLE.matcher(source).results())
            .map(handle -> handle.group(1) + "." + handle.group(2))
            .toList();
    assertThat(handled).hasSizeGreaterThan(10).isSubsetOf(rows);
  }

  @Test
  void eachRow_namesAFieldThatThereIs() {
    assertThat(rows)
        .filteredOn(
            row ->
                classes.stream()
                    .flatMap(type -> type.getAllFields().stream().map(field -> name(type, field)))
                    .noneMatch(row::equals))
        .isEmpty();
  }

  @Test
  void eachFieldOfARow_hasACommentRightAboveIt() {
    List<String> sources = Pages.sources("main");
    assertThat(rows)
        .filteredOn(row -> sources.stream().noneMatch(source -> isCommented(source, row)))
        .isEmpty();
  }

  private static boolean isCommented(String source, String row) {
    int dot = row.lastIndexOf('.');
    Matcher type =
        Pattern.compile("\\b(?:class|record) " + row.substring(0, dot) + "\\b").matcher(source);
    Matcher field =
        Pattern.compile(
                "(.*)\n(?: +@[^;\n]*\n)* +[^*/=;(){}\n]+ "
                    + row.substring(dot + 1)
                    + "(?:;| =.*)\n")
            .matcher(source);
    return type.find() && field.find(type.start()) && COMMENT.matcher(field.group(1)).find();
  }

  private static String name(JavaClass type, JavaField field) {
    return type.getSimpleName() + "." + field.getName();
  }
}
