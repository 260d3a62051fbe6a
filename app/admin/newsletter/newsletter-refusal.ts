import { describeError } from '#app/admin/errors/describe-error.ts'
import type { Answer } from '#core/data/call-function.ts'

/** What a function of the newsletter has refused; its message is a sentence for editors. */
export class NewsletterRefusal extends Error {
  override name = 'NewsletterRefusal'
}

/** What a function has answered. @throws NewsletterRefusal */
export function answerOf<Data>(answer: Answer<Data>): Data {
  if (answer.status === 'refused') throw new NewsletterRefusal(answer.message)
  return answer.data
}

/** Why a call of a function has failed. */
export function describeFailure(error: unknown): string {
  return error instanceof NewsletterRefusal ? error.message : describeError(error)
}
