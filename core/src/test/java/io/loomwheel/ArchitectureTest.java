package io.loomwheel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The dependencies between packages, which go one way. */
@AnalyzeClasses(packages = "io.loomwheel", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule dependenciesGoOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("testing")
          .definedBy("io.loomwheel.testing")
          .layer("metrics")
          .definedBy("io.loomwheel.metrics")
          .layer("public API")
          .definedBy("io.loomwheel")
          .layer("drive")
          .definedBy("io.loomwheel.internal.drive")
          .layer("relay")
          .definedBy("io.loomwheel.dispatch")
          .layer("access")
          .definedBy("io.loomwheel.internal")
          .layer("dispatch")
          .definedBy("io.loomwheel.internal.dispatch")
          .layer("wheel")
          .definedBy("io.loomwheel.internal.wheel")
          .whereLayer("testing")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("metrics")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("public API")
          .mayOnlyBeAccessedByLayers("testing", "metrics")
          .whereLayer("relay")
          .mayOnlyBeAccessedByLayers("public API")
          .whereLayer("access")
          .mayOnlyBeAccessedByLayers("public API", "metrics")
          .whereLayer("drive")
          .mayOnlyBeAccessedByLayers("public API", "access", "dispatch", "metrics")
          .whereLayer("dispatch")
          .mayOnlyBeAccessedByLayers("public API", "access", "relay")
          .whereLayer("wheel")
          .mayOnlyBeAccessedByLayers("public API", "drive", "access", "dispatch");

  /** The module jdk.jfr may be missing, so what links against it stays behind one guard. */
  @ArchTest
  static final ArchRule recordingsAloneKnowTheFlightRecorder =
      noClasses()
          .that()
          .haveNameNotMatching(
              "io\\.loomwheel\\.(internal\\.drive\\.Recording|CensusRecording)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jdk.jfr..");

  @ArchTest
  static final ArchRule insideKnowsTheJdkAlone =
      classes()
          .that()
          .resideInAPackage("io.loomwheel.internal.wheel")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify..", "io.loomwheel.internal.wheel");
}
