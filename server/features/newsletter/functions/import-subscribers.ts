import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { CONSENT_SOURCE_MAX_LENGTH } from '#core/domain/subscriber-import.ts'
import { importSubscribers as importFile } from '#server/features/newsletter/import/import-subscribers.ts'
import { UnreadableFile } from '#server/features/newsletter/import/read-lines.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answerLate } from '#server/platform/http/answer-late.ts'
import { answer, refuse, withQuery } from '#server/supabase/functions/call.ts'

/** After this time the response begins before its end. */
const PATIENCE_MS = 10_000

const query = z.strictObject({
  // It is stored with the consent, and shown in one line.
  source: z
    .string()
    .trim()
    .min(1)
    .max(CONSENT_SOURCE_MAX_LENGTH)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u),
  dryRun: z.literal('1').optional(),
})

/** `?source=…&dryRun=1`: imports the subscribers of a CSV file, which is the body. The response is an `ImportReport`. */
export const importSubscribers = withQuery(
  query,
  `Say where the consent comes from, as source: 1 to ${CONSENT_SOURCE_MAX_LENGTH} characters. The only other parameter is dryRun=1.`,
  async ({ sql }: Pick<FunctionDeps, 'sql'>, { source, dryRun }, { userId, request: { body } }) => {
    if (!body) return refuse(400, 'Send the CSV file as the body of the request.')
    try {
      const staged = Promise.withResolvers<void>()
      const report = importFile(sql, {
        body,
        source,
        dryRun: dryRun === '1',
        actor: userId,
        onStaged: staged.resolve,
      })
      // Until the file has been read there may be something to refuse. Most imports are done soon after that.
      await Promise.race([report, staged.promise])
      const soon = await Promise.race([report, delay(PATIENCE_MS, 'not yet' as const, { ref: false })])
      if (soon === 'not yet') return answerLate(report)
      if (soon) return answer(soon)
      return refuse(409, 'Another import is under way. Please try again when it has ended.')
    } catch (error) {
      if (error instanceof UnreadableFile) return refuse(error.status, error.message)
      throw error
    }
  },
)
