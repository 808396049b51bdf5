/** The reason why a command that made no request shows nothing: a sentence without its end. */
export const NO_REQUEST =
  'the command made no request to the sandbox; it must read ALIAS_SANDBOX_URL and ALIAS_SANDBOX_API_KEY, or variables that --env sets, such as --env API_URL={url} --env API_KEY={key}; tests that call startSandbox() use connectSandbox() from alias-sandbox/client instead'
