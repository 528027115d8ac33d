/** Thrown at the statement at which a program ends, and by everything that it tries afterwards. */
export class CrashError extends Error {
  constructor() {
    super('The program has ended here.')
  }
}
