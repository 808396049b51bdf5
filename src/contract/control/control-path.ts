/** The control API, and the dashboard, are below this path; all others belong to the imitated service. */
export const CONTROL = '/_sandbox'
