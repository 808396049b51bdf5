import { parentPort } from 'node:worker_threads'
import { serveJobs } from './serve-jobs.ts'

/** The file that a worker thread runs. */
serveJobs(parentPort!) // only a thread loads it
