import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AnswerCheck, AnswerProblems } from '#core/translation/check-answers.ts'
import type { Segment } from '#core/translation/segment.ts'
import type { RememberedText } from '#server/features/translation/memory.ts'

/** Problems that a change of the glossary can resolve. */
const OF_GLOSSARY: ReadonlySet<string> = new Set(['term_missing', 'term_untranslated', 'term_forbidden'])

/**
 * The first remembered wording of each text that passes the checks; of wordings that editors have written or kept only the structure is
 * checked. `unfit` are the ids of machine wordings that will never pass.
 */
export async function chooseWordings(
  wanted: ReadonlyMap<string, Segment>,
  remembered: ReadonlyMap<string, RememberedText[]>,
  check: AnswerCheck,
): Promise<{ texts: Map<string, RememberedText>; unfit: number[] }> {
  const texts = new Map<string, RememberedText>()
  const unfit: number[] = []
  let open = [...wanted].flatMap(([key, segment]) => {
    const wordings = remembered.get(key)
    return wordings ? [{ key, segment, wordings }] : []
  })
  // All first choices are checked together, then all second ones.
  for (let choice = 0; open.length > 0; choice++) {
    const tried = open.flatMap((one) => {
      const wording = one.wordings[choice]
      return wording ? [{ ...one, wording }] : []
    })
    const answersOf = (judged: boolean) =>
      tried.flatMap(({ segment, wording }) =>
        isJudged(wording) === judged ? [[segment.id, wording.translation] as const] : [],
      )
    const problems = new Map([
      ...(await checkInChunks(check.structure, answersOf(false))),
      ...(await checkInChunks(check.all, answersOf(true))),
    ])
    for (const { key, segment, wording } of tried) {
      if (!problems.has(segment.id)) texts.set(key, wording)
      else if (isJudged(wording) && isLasting(problems, segment)) unfit.push(wording.id)
    }
    open = tried.filter(({ key }) => !texts.has(key))
  }
  return { texts, unfit }
}

const isJudged = ({ origin, isKept }: RememberedText) => origin === 'machine' && !isKept

const isLasting = (problems: AnswerProblems, { id }: Segment) =>
  problems.get(id)?.some(({ code }) => !OF_GLOSSARY.has(code)) ?? false

/** A chunk of this many texts, or characters, takes a tenth of a second. */
const CHUNK_SIZE = 100
const CHUNK_CHARACTERS = 30_000

/** Checks texts in chunks, and yields to the event loop between them, because a long article takes seconds. */
export async function checkInChunks(
  check: (texts: ReadonlyMap<string, string>) => AnswerProblems,
  texts: readonly (readonly [id: string, text: string])[],
): Promise<AnswerProblems> {
  const found: AnswerProblems = new Map()
  let start = 0
  while (start < texts.length) {
    if (start > 0) await yieldToEventLoop()
    const end = endOfChunk(texts, start)
    for (const [id, problems] of check(new Map(texts.slice(start, end)))) found.set(id, problems)
    start = end
  }
  return found
}

function endOfChunk(texts: readonly (readonly [id: string, text: string])[], start: number): number {
  let end = start
  let characters = 0
  do {
    characters += texts[end]?.[1].length ?? 0
    end += 1
  } while (end < Math.min(start + CHUNK_SIZE, texts.length) && characters < CHUNK_CHARACTERS)
  return end
}
