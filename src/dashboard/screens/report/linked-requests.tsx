import { linkTo } from '../../state/route.ts'

/** A sentence of the report, in which each request leads to it in place of its id. */
export function LinkedRequests({ text }: { text: string }) {
  return (
    <>
      {text.split(/\b(req_\d+)\b/).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <a key={at} href={linkTo({ screen: 'live', detail: part, filter: '' })}>
            request {part.slice('req_'.length)}
          </a>
        ),
      )}
    </>
  )
}
