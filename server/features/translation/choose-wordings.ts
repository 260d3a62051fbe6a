import type { TextOrigin } from '#core/domain/article-translation.ts'
import type { AnswerCheck, AnswerProblems } from '#core/translation/check-answers.ts'
import type { Segment } from '#core/translation/segment.ts'
import { checkInTurns } from '#server/features/translation/check-in-turns.ts'
import type { RememberedText } from '#server/features/translation/memory.ts'

/** Another glossary may allow it again. */
const OF_GLOSSARY: ReadonlySet<string> = new Set(['term_missing', 'term_untranslated', 'term_forbidden'])

/**
 * The first wording of each text that still passes: of a person's only the structure is checked. `unfit` are the ids of those of a
 * machine that no check will pass any more.
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
    const answersOf = (origin: TextOrigin) =>
      tried.flatMap(({ segment, wording }) =>
        wording.origin === origin ? [[segment.id, wording.translation] as const] : [],
      )
    const problems = new Map([
      ...check.structure(new Map(answersOf('person'))),
      ...(await checkInTurns(check, answersOf('machine'))),
    ])
    for (const { key, segment, wording } of tried) {
      if (!problems.has(segment.id)) texts.set(key, wording)
      else if (wording.origin === 'machine' && isLasting(problems, segment)) unfit.push(wording.id)
    }
    open = tried.filter(({ key }) => !texts.has(key))
  }
  return { texts, unfit }
}

const isLasting = (problems: AnswerProblems, { id }: Segment) =>
  problems.get(id)?.some(({ code }) => !OF_GLOSSARY.has(code)) ?? false
