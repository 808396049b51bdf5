// What the usual suite does not test, known from reading it. Each gap names the lies about it that a run of
// `mutate` has to show as not noticed.

export const gaps = [
  {
    gap: 'a creation whose answer is lost or cannot be read: it never looks how many aliases there are then',
    lies: ['create_lost', 'create_as_500', 'create_half_body', 'create_no_body', 'create_html'],
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
      'list_created_at_text',
      'list_forward_count_missing',
      'list_forward_count_text',
      'list_expires_at_missing',
      'list_single_use_text',
    ],
  },
  {
    gap: 'times and counts of a new alias',
    lies: [
      'create_created_at_ms',
      'create_created_at_text',
      'create_forward_count_missing',
      'create_forward_count_text',
      'create_expires_at_missing',
      'create_single_use_text',
    ],
  },
]
