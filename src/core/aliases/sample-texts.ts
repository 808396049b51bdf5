/** The free texts that a made-up alias has. */
export type SampleField = 'label' | 'note' | 'source' | 'category'

/** Texts in one locale. Which numbers to ask for is drawn here; what they stand for, the edge knows. */
export interface SampleTexts {
  /** The text of a whole number: the same one in every run, and shared by who asks. */
  text(field: SampleField, number: number): string
}
