/** The key was refused: the user has to give another one. */
export class KeyError extends Error {}

/** The plan was refused: `code` says what the user has to do about it. */
export class PlanError extends Error {
  constructor(code, description) {
    super(description)
    this.code = code
  }
}

/** No more aliases can be created today. */
export class DailyCapError extends Error {}

/** The request was wrong. */
export class RequestError extends Error {}

/** The service did not do it within a few tries. */
export class UnavailableError extends Error {}
