import type { FaultArguments, FaultKind, OwnArguments } from '../contract/faults.ts'

/** A field of a form, for an argument of a fault. */
export type FaultField = Readonly<{ label: string; initial: string }> &
  (
    | Readonly<{
        type: 'whole'
        range: readonly [min: number, max: number]
        unit?: string
        /** The argument is left out where the field is empty. */
        isOptional?: true
        /** The status of an answer that has a body. */
        hasBody?: true
      }>
    /** Seconds, for an argument in milliseconds. */
    | Readonly<{ type: 'seconds'; range: readonly [min: number, max: number]; unit: string }>
    | Readonly<{ type: 'choice'; options: readonly (readonly [text: string, value: unknown])[] }>
    /** Headers are lines of the form `Name: value`; JSON is empty for an answer without a body. */
    | Readonly<{ type: 'headers' | 'json'; lines: number }>
  )

export type FaultFields = Readonly<Partial<Record<keyof FaultArguments, FaultField | null>>>

type OwnName<Kind extends FaultKind> = keyof OwnArguments<Kind> & keyof FaultArguments

/** The fields of a kind of fault in their order, one for each of its arguments; null for one that no form asks for. */
export type FieldsOf<Kind extends FaultKind> = [OwnName<Kind>] extends [never]
  ? { readonly fields?: never }
  : { readonly fields: Readonly<Record<OwnName<Kind>, FaultField | null>> }

export const effectField: FaultField = {
  label: 'Does the request take effect?',
  type: 'choice',
  options: [
    ['no', false],
    ['yes', true],
  ],
  initial: 'no',
}
