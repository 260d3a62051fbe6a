/** An expected outcome that is no success, for whoever shows errors: told by its code, like those of the backend. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}
