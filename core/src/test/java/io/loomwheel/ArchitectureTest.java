package io.loomwheel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The package arrows of the design, which go one way. */
@AnalyzeClasses(packages = "io.loomwheel", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule arrowsGoOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("testing")
          .definedBy("io.loomwheel.testing")
          .layer("metrics")
          .definedBy("io.loomwheel.metrics")
          .layer("purgatory")
          .definedBy("io.loomwheel.purgatory")
          .layer("recipes")
          .definedBy("io.loomwheel.recipes")
          .layer("front door")
          .definedBy("io.loomwheel")
          .layer("drive")
          .definedBy("io.loomwheel.internal.drive")
          .layer("dispatch")
          .definedBy("io.loomwheel.internal.dispatch")
          .layer("wheel")
          .definedBy("io.loomwheel.internal.wheel")
          .whereLayer("testing")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("metrics")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("purgatory")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("recipes")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("front door")
          .mayOnlyBeAccessedByLayers("testing", "metrics", "purgatory", "recipes")
          .whereLayer("drive")
          .mayOnlyBeAccessedByLayers("front door")
          .whereLayer("dispatch")
          .mayOnlyBeAccessedByLayers("front door")
          .whereLayer("wheel")
          .mayOnlyBeAccessedByLayers("front door", "drive");

  /** The module jdk.jfr may be missing, so what links against it stays behind one guard. */
  @ArchTest
  static final ArchRule recordingAloneKnowsTheFlightRecorder =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.loomwheel.internal.drive.Recording")
          .and()
          .haveNameNotMatching("io\\.loomwheel\\.drive\\..*Event")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jdk.jfr..");

  @ArchTest
  static final ArchRule insideKnowsTheJdkAlone =
      classes()
          .that()
          .resideInAnyPackage("io.loomwheel.internal.wheel", "io.loomwheel.internal.dispatch")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..", "org.jspecify..", "io.loomwheel.internal.wheel", "io.loomwheel.internal.dispatch")
          .orShould()
          .haveNameMatching("io\\.loomwheel\\.dispatch\\.RescueLog(\\$.*)?"); // slf4j too
}
