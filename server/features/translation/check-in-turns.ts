import { setImmediate as afterOthers } from 'node:timers/promises'
import type { AnswerCheck, AnswerProblems } from '#core/translation/check-answers.ts'

/** So many texts, or as long ones, take a tenth of a second. */
const AT_ONCE = 100
const CHARACTERS_AT_ONCE = 30_000

/** What is wrong with texts, by the ids of their segments. Other requests are handled between, because a long article takes seconds. */
export async function checkInTurns(
  check: AnswerCheck,
  texts: readonly (readonly [id: string, text: string])[],
): Promise<AnswerProblems> {
  const found: AnswerProblems = new Map()
  let start = 0
  while (start < texts.length) {
    if (start > 0) await afterOthers()
    const end = endOfTurn(texts, start)
    for (const [id, problems] of check.all(new Map(texts.slice(start, end)))) found.set(id, problems)
    start = end
  }
  return found
}

function endOfTurn(texts: readonly (readonly [id: string, text: string])[], start: number): number {
  let end = start
  let characters = 0
  do {
    characters += texts[end]?.[1].length ?? 0
    end += 1
  } while (end < Math.min(start + AT_ONCE, texts.length) && characters < CHARACTERS_AT_ONCE)
  return end
}
