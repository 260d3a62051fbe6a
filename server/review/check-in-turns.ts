import { setImmediate as afterOthers } from 'node:timers/promises'
import type { AnswerCheck, AnswerProblems } from '#core/translation/check-answers.ts'

/** These take a tenth of a second. */
const AT_ONCE = 100

/** What is wrong with texts, by the ids of their segments. Other requests are handled between, because a long article takes seconds. */
export async function checkInTurns(
  check: AnswerCheck,
  texts: readonly (readonly [id: string, text: string])[],
): Promise<AnswerProblems> {
  const found: AnswerProblems = new Map()
  for (let start = 0; start < texts.length; start += AT_ONCE) {
    if (start > 0) await afterOthers()
    for (const [id, problems] of check.all(new Map(texts.slice(start, start + AT_ONCE))))
      found.set(id, problems)
  }
  return found
}
