package io.loomwheel.pages;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The dependencies between the published modules. Those inside core are checked there. */
@AnalyzeClasses(packages = "io.loomwheel", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] CORE = {
    "io.loomwheel",
    "io.loomwheel.internal..",
    "io.loomwheel.dispatch",
    "io.loomwheel.metrics",
    "io.loomwheel.testing"
  };

  private static final String[] ABOVE_CORE = {
    "io.loomwheel.loom..",
    "io.loomwheel.schedulers..",
    "io.loomwheel.netty..",
    "io.loomwheel.reactor..",
    "io.loomwheel.rxjava.."
  };

  private static final String[] RECIPES = {"io.loomwheel.purgatory", "io.loomwheel.recipes"};

  /** {@return the rule that classes of one package depend on none of others} */
  private static ArchRule none(String of, String... others) {
    return none(new String[] {of}, others);
  }

  private static ArchRule none(String[] of, String... others) {
    return noClasses()
        .that()
        .resideInAnyPackage(of)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others);
  }

  @ArchTest
  static final ArchRule adaptersDoNotKnowEachOther =
      none("io.loomwheel.reactor..", "io.loomwheel.rxjava..", "io.reactivex..");

  @ArchTest
  static final ArchRule norTheOtherWayRound =
      none("io.loomwheel.rxjava..", "io.loomwheel.reactor..", "reactor..");

  @ArchTest
  static final ArchRule executorKnowsNoAdapter =
      none(
          new String[] {"io.loomwheel.loom..", "io.loomwheel.schedulers.."},
          "io.loomwheel.reactor..",
          "io.loomwheel.rxjava..",
          "reactor..",
          "io.reactivex..");

  @ArchTest
  static final ArchRule baseOfSchedulersKnowsNoExecutorService =
      none("io.loomwheel.schedulers..", "io.loomwheel.loom..");

  @ArchTest
  static final ArchRule adaptersKnowNoExecutorService =
      none(new String[] {"io.loomwheel.reactor..", "io.loomwheel.rxjava.."}, "io.loomwheel.loom..");

  @ArchTest
  static final ArchRule coreKnowsNothingAbove =
      none(
          CORE,
          "io.loomwheel.loom..",
          "io.loomwheel.schedulers..",
          "io.loomwheel.netty..",
          "io.loomwheel.reactor..",
          "io.loomwheel.rxjava..",
          "io.loomwheel.purgatory..",
          "io.loomwheel.recipes..");

  /** Any other thread takes along the group, the priority or the locals of who starts it. */
  @ArchTest
  static final ArchRule oneClassMakesPlatformThreads =
      noClasses()
          .that()
          .resideInAnyPackage(CORE)
          .or()
          .resideInAnyPackage(RECIPES)
          .or()
          .resideInAnyPackage(ABOVE_CORE)
          .and()
          .doNotHaveFullyQualifiedName("io.loomwheel.internal.dispatch.Daemons")
          .should()
          .callMethod(Thread.class, "ofPlatform")
          .orShould()
          .callConstructorWhere(target(owner(type(Thread.class))));

  /** A timer ends once it is unreachable, and its engine with it, whoever else holds the engine. */
  @ArchTest
  static final ArchRule whatIsAboveCoreHoldsTheTimerAndNotItsEngine =
      noFields()
          .that()
          .haveRawType("io.loomwheel.internal.drive.Engine")
          .should()
          .beDeclaredInClassesThat()
          .resideOutsideOfPackages(CORE);

  @ArchTest
  static final ArchRule integrationsKnowCoreAlone =
      none(
          "io.loomwheel.netty..",
          "io.loomwheel.loom..",
          "io.loomwheel.schedulers..",
          "io.loomwheel.reactor..",
          "io.loomwheel.rxjava..",
          "io.loomwheel.purgatory..",
          "io.loomwheel.recipes..");

  @ArchTest
  static final ArchRule recipesKnowThePublicApiAlone =
      none(
          RECIPES,
          "io.loomwheel.internal..",
          "io.loomwheel.loom..",
          "io.loomwheel.schedulers..",
          "io.loomwheel.reactor..",
          "io.loomwheel.rxjava..");

  @ArchTest
  static final ArchRule chartsKnowNothingOfTimers =
      noClasses()
          .that()
          .resideInAPackage("io.loomwheel.charts..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.loomwheel..")
                  .and(resideOutsideOfPackage("io.loomwheel.charts")));
}
