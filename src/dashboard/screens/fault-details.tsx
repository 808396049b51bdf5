/** What some faults are told beside: how late, which status, whether the call is done first. */
export type Details = { seconds: string; status: string; isDone: boolean }

export const usualDetails: Details = { seconds: '3', status: '', isDone: false }

/** Which status a fault can be told to answer; its usual one comes first. */
const statuses: Record<string, readonly [usual: string, ...others: string[]]> = {
  server_error: ['500', '502', '504'],
  garbage: ['502', '500', '503', '404', '200'],
}
const canBeDone = new Set(['hang', 'server_error'])

/** What of them this kind takes, as `arm_fault` takes it. */
export function detailsOf(kind: string, { seconds, status, isDone }: Details) {
  return {
    ...(kind === 'delay' && { ms: Math.round(Number(seconds) * 1_000) }),
    ...(kind in statuses && { status: Number(statusOf(kind, status)) }),
    ...(canBeDone.has(kind) && isDone && { after: true }),
  }
}

/** Fields for what this kind takes; nothing for most. */
export function FaultDetails({
  kind,
  details,
  onChange,
}: {
  kind: string
  details: Details
  onChange: (details: Details) => void
}) {
  return (
    <>
      {kind === 'delay' && (
        <label class="field">
          <span>Seconds late</span>
          <input
            type="number"
            min="0.001"
            max="600"
            step="any"
            required
            value={details.seconds}
            onInput={({ currentTarget }) => onChange({ ...details, seconds: currentTarget.value })}
          />
        </label>
      )}
      {kind in statuses && (
        <label class="field">
          <span>Status</span>
          <select
            value={statusOf(kind, details.status)}
            onChange={({ currentTarget }) => onChange({ ...details, status: currentTarget.value })}
          >
            {statuses[kind]?.map((status) => (
              <option key={status} value={status}>
                {status}
              </option>
            ))}
          </select>
        </label>
      )}
      {canBeDone.has(kind) && (
        <label class="check">
          <input
            type="checkbox"
            checked={details.isDone}
            onChange={({ currentTarget }) =>
              onChange({ ...details, isDone: currentTarget.checked })
            }
          />
          <span>The call is done first</span>
        </label>
      )}
    </>
  )
}

/** The chosen status, or the usual one where this kind cannot answer that. */
function statusOf(kind: string, chosen: string): string {
  const [usual = '', ...others] = statuses[kind] ?? []
  return others.includes(chosen) ? chosen : usual
}
