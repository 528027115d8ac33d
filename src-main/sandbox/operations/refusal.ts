/** The service says no. The HTTP layer turns it into `{message, errors}`; the specification does not show the shape. */
export class ServiceRefusal extends Error {
  readonly status: number
  /** By field, like `{"phone_number": ["is invalid"]}`. */
  readonly errors: Record<string, string[]> | null

  constructor(status: number, message: string, errors: Record<string, string[]> | null = null) {
    super(message)
    this.name = 'ServiceRefusal'
    this.status = status
    this.errors = errors
  }
}

/** 422 for one field. */
export function invalidField(field: string, problem: string): ServiceRefusal {
  return new ServiceRefusal(422, `${field} ${problem}`, { [field]: [problem] })
}

/** 404 for a thing that is not there. */
export function notFound(what: string): ServiceRefusal {
  return new ServiceRefusal(404, `${what} not found`)
}
