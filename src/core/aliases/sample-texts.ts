/** Number of texts of each kind per locale; a million aliases share them. */
export const TEXTS_OF_EACH = 500

/** The text fields of a sample alias. */
export type SampleField = 'label' | 'note' | 'source' | 'category'

/** Texts in one locale. The core draws the numbers; code outside the core maps them to texts. */
export interface SampleTexts {
  /** The text for an integer: the same in every run, and one shared string. */
  text(field: SampleField, number: number): string
}
