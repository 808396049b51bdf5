// The gaps of the usual suite, known from reading it. Each names the lies about it that a run of `mutate` has to show
// as not noticed.

export const gaps = [
  {
    gap: 'a creation whose answer is lost or cannot be read: it never looks how many aliases there are then',
    lies: ['create_lost', 'create_as_500', 'create_half_body'],
  },
  {
    gap: 'which plan error it was: any PlanError will do',
    lies: [
      'plan_past_due_code_swapped',
      'plan_past_due_code_unknown',
      'plan_past_due_code_missing',
    ],
  },
  {
    gap: 'how long it waits after a 503 or a burst: a day will do',
    lies: ['outage_retry_after_huge', 'burst_retry_after_huge'],
  },
  {
    gap: 'whether an alias forwards mail',
    lies: [
      'create_suspended',
      'create_status_missing',
      'create_status_unknown',
      'list_status_missing',
      'list_status_unknown',
    ],
  },
  {
    gap: 'that the address of a new alias is its own',
    lies: ['create_address_foreign'],
  },
  {
    gap: 'anything but the ids of listed aliases',
    lies: [
      'list_address_foreign',
      'list_address_missing',
      'list_address_null',
      'list_label_missing',
      'list_created_at_ms',
      'list_forward_count_text',
    ],
  },
  {
    gap: 'times and counts of a new alias',
    lies: ['create_created_at_ms', 'create_forward_count_text'],
  },
]
