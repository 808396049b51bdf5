import { makeJobs } from '../../control/work/jobs.ts'
import { ScenarioCatalog } from '../../scenario/catalog.ts'
import { shippedScenarios } from '../files/scenario-catalog.ts'
import { sampleTexts } from '../files/sample-texts.ts'
import { toPage } from '../../web/page.ts'
import { pageParts } from './write-page.ts'

/** The jobs of the worker thread. */
export const jobs = makeJobs({
  catalog: new ScenarioCatalog(shippedScenarios()),
  sampleTexts,
  runtime: `Node ${process.version}`,
  page: (history, options) => toPage(history, options, pageParts()),
})
