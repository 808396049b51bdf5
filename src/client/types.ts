import type * as actions from '../contract/actions.ts'
import type * as views from '../contract/control/control-shapes.ts'
import type * as choices from '../contract/choices/choices.ts'
import type * as faults from '../contract/faults.ts'
import type * as histories from '../contract/history/shapes.ts'
import type * as outcomes from '../contract/outcomes.ts'
import type { CallStep, MailStep } from '../contract/scenario/expect.ts'
import type * as scenarios from '../contract/scenario/scenario.ts'
import type * as shapes from '../contract/shapes.ts'
import type { StoredAlias } from '../contract/state/state.ts'
import type * as performed from '../core/actions/run-action.ts'
import type * as reports from '../report/report.ts'

/**
 * The types of programs that use this package. The compiler writes the type of a value in full into the declarations:
 * so these mention no schema, and programs need no other package. This file is only for types, and none runs it.
 */
const written = writtenOut<{
  AccountView: views.AccountView
  ActionGroups: { [Name in actions.ActionName]: (typeof actions.actions)[Name]['group'] }
  ActionView: views.ActionView
  Alias: shapes.Alias
  AliasStatuses: Record<StoredAlias['status'], never>
  Arguments: { [Name in actions.ActionName]: actions.WrittenArguments<Name> }
  CallStep: CallStep
  ChoiceView: views.ChoiceView
  Choices: choices.Choices
  Dropped: views.Dropped
  EntryView: views.EntryView
  Fault: faults.Fault
  FaultView: views.FaultView
  HistoryItem: histories.HistoryItem
  HistoryView: histories.HistoryView
  Live: views.Live
  Mail: views.Mail
  MailStep: MailStep
  Outcomes: Record<outcomes.Outcome, never>
  PerformedView: views.PerformedView
  PossibleActionView: views.PossibleActionView
  Ready: views.Ready
  ReplayView: histories.ReplayView
  Report: reports.Report
  Results: performed.Results
  RewoundView: views.RewoundView
  Scenario: scenarios.Scenario
  ScenarioCard: views.ScenarioCard
  ScenarioProblem: views.ScenarioProblem
  Stopping: views.Stopping
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

export type AccountView = Written['AccountView']
export type ActionName = keyof Written['Arguments']
export type ActionView = Written['ActionView']
export type Alias = Written['Alias']
export type AliasStatus = keyof Written['AliasStatuses']
export type ChoiceView = Written['ChoiceView']
export type Choices = Written['Choices']
export type Dropped = Written['Dropped']
export type EntryView = Written['EntryView']
export type Fault = Written['Fault']
export type FaultKind = Fault['kind']
export type FaultView = Written['FaultView']
export type HistoryItem = Written['HistoryItem']
export type HistoryView = Written['HistoryView']
export type Live = Written['Live']
export type Mail = Written['Mail']
export type Outcome = keyof Written['Outcomes']
export type PerformedView = Written['PerformedView']
export type PossibleActionView = Written['PossibleActionView']
export type Ready = Written['Ready']
export type ReplayView = Written['ReplayView']
export type Report = Written['Report']
export type Results = Written['Results']
export type RewoundView = Written['RewoundView']
export type Scenario = Written['Scenario']
export type ScenarioCard = Written['ScenarioCard']
export type ScenarioProblem = Written['ScenarioProblem']
export type Stopping = Written['Stopping']
