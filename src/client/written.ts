import type * as actions from '../contract/actions.ts'
import type * as views from '../contract/control/control-shapes.ts'
import type * as choices from '../contract/choices/choices.ts'
import type * as faults from '../contract/faults.ts'
import type * as entries from '../contract/history/entry.ts'
import type * as histories from '../contract/control/history-shapes.ts'
import type * as outcomes from '../contract/outcomes.ts'
import type { CallStep, MailStep } from '../contract/scenario/expect.ts'
import type * as scenarios from '../contract/scenario/scenario.ts'
import type * as shapes from '../contract/shapes.ts'
import type { StoredAlias } from '../contract/state/state.ts'
import type * as performed from '../core/actions/run-action.ts'
import type * as reports from '../report/report.ts'

/**
 * The types of the schemas, written out. The compiler writes the type of a value in full into the declarations: so
 * these mention no schema, and programs need no other package. This file is only for types, and none runs it.
 */
const written = writtenOut<{
  AccountView: views.AccountView
  ActionGroups: { [Name in actions.ActionName]: (typeof actions.actions)[Name]['group'] }
  Alias: shapes.Alias
  AliasStatuses: Record<StoredAlias['status'], never>
  Arguments: { [Name in actions.ActionName]: actions.WrittenArguments<Name> }
  CallStep: CallStep
  Choices: choices.Choices
  Entry: entries.Entry
  Fault: faults.Fault
  FaultView: views.FaultView
  ListedRequest: entries.ListedRequest
  Mail: views.Mail
  MailStep: MailStep
  Outcomes: Record<outcomes.Outcome, never>
  PerformedView: views.PerformedView
  ReplayView: histories.ReplayView
  Report: reports.Report
  Results: performed.Results
  Scenario: scenarios.Scenario
  WrittenScenario: scenarios.WrittenScenario
}>()

function writtenOut<Types>(): WrittenOut<Types> {
  throw new Error('has no value')
}

type WrittenOut<Value> = Value extends string
  ? Value
  : Value extends object
    ? { [Key in keyof Value]: WrittenOut<Value[Key]> }
    : Value

export type Written = typeof written
