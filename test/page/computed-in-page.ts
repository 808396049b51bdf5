import { carriedTexts } from '../../src/history/page/sample-texts.ts'
import type { PageTexts } from '../../src/history/page/page-file.ts'
import { computed } from './computed.ts'

/** The computations of a page, for the tests to call. */
Object.assign(globalThis, {
  computed: (text: string, texts: PageTexts) => computed(text, carriedTexts(texts)),
})
