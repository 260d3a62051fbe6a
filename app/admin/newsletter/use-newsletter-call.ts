import { NEWSLETTER_KEY } from '#app/admin/newsletter/newsletter-queries.ts'
import { answerOf } from '#app/admin/newsletter/newsletter-refusal.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import type { Answer } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'

/** A call of a function that changes the newsletter. A refusal is thrown (`describeFailure`). */
export function useNewsletterCall<Data, Input = void>(
  call: (client: Client, input: Input) => Promise<Answer<Data>>,
) {
  return useDeskMutation({
    run: async (client: Client, input: Input) => answerOf(await call(client, input)),
    invalidates: [NEWSLETTER_KEY],
  })
}
