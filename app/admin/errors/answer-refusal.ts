import type { Answer } from '#core/data/call-function.ts'

/** A function of the server has refused; its sentence is shown to editors (`describeError`). */
export class AnswerRefusal extends Error {
  override name = 'AnswerRefusal'
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** What a function has answered. @throws AnswerRefusal */
export function answerOf<Data>(answer: Answer<Data>): Data {
  if (answer.status === 'refused') throw new AnswerRefusal(answer.message, answer.code)
  return answer.data
}
