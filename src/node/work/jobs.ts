import { makeJobs } from '../../control/work/jobs.ts'
import { sampleTexts } from '../files/sample-texts.ts'
import { toPage } from './page.ts'

/** The jobs of the worker thread. */
export const jobs = makeJobs({ sampleTexts, runtime: `Node ${process.version}`, page: toPage })
