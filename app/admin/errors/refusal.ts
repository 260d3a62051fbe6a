/** An expected failure, which is described by its code like errors of the backend (`describe-error.ts`). */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}
