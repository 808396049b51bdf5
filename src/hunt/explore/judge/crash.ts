import type { ObservedRun } from '../client.ts'
import { problemAt, type Problem } from '../problem.ts'
import { operationName, type JudgedRun } from './judged-run.ts'

/** A mistake in the program itself, as the languages that clients are written in report one that nobody caught. */
const UNCAUGHT: readonly RegExp[] = [
  // Node: the error with its stack, then the version.
  /^(?:Uncaught )?((?:Type|Reference|Syntax|Range)Error)(?: \[[^\]\n]*\])?: (.*)\n(?:.*\n){0,200}?\s+at [\s\S]*\nNode\.js v\d/m,
  // Python: a traceback, and the error in its last line.
  /^Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)+(?:[\w.]+\.)?((?:Type|Key|Index|Attribute|Name|UnboundLocal|ZeroDivision|JSONDecode|Unicode\w*|Recursion)Error)(?:: (.*))?/m,
  /^panic: (runtime error): (.*)\n[\s\S]*goroutine \d/m,
  /^Exception in thread "[^"\n]*" (?:[\w.]*\.)((?:NullPointer|ClassCast|\w*IndexOutOfBounds|NumberFormat|JsonSyntax|JsonParse)Exception)(?:: (.*))?/m,
  /\((NoMethodError|NameError|JSON::ParserError|KeyError)\)/m,
]

/** How Node says that there was no connection, or no whole answer: an error of the network, not of the program. */
const OF_NETWORK = /\bfetch failed\b|^terminated$|\bFailed to fetch\b|\bother side closed\b/

/** Signals by which a process is ended from outside. */
const FROM_OUTSIDE: readonly string[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL', 'SIGPIPE']

/** The program crashed instead of reporting what the service answered. A reported error is no crash. */
export function findCrash({ observed, seen, plain }: JudgedRun): Problem | undefined {
  const crash = crashOf(observed)
  if (!crash || crashOf(plain)?.name === crash.name) return undefined
  const last = seen.calls.at(-1)
  return problemAt('crash', `${crash.name}/${last ? operationName(last) : 'start'}`, {
    pattern: `crash/${crash.name}`,
    what: `The client crashed: ${crash.text}`,
    entries: last ? [seen.idOf(last)] : [],
  })
}

type Crash = { name: string; text: string }

function crashOf({ end, signal, output, mistake }: ObservedRun): Crash | undefined {
  if (signal !== undefined && end === 'crashed' && !FROM_OUTSIDE.includes(signal)) {
    return { name: signal, text: `it was ended by ${signal}.` }
  }
  if (mistake) return { name: mistake.name, text: `${mistake.name}: ${mistake.message}` }
  if (end !== 'failed' && end !== 'crashed') return undefined
  for (const pattern of UNCAUGHT) {
    const [, name, text = ''] = pattern.exec(output) ?? []
    if (name === undefined || OF_NETWORK.test(text)) continue
    return { name, text: text === '' ? `${name}.` : `${name}: ${text}` }
  }
  return undefined
}
