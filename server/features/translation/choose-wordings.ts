import type { AnswerProblems } from '#core/translation/check-answers.ts'
import type { PlannedSegment } from '#core/translation/plan-translation.ts'
import type { Segment } from '#core/translation/segment.ts'
import type { AnswerCheck } from '#server/features/translation/cut.ts'
import {
  keyOfText,
  type RememberedText,
  recallTexts,
  type SourceText,
} from '#server/features/translation/memory.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Problems that a change of the glossary can resolve. */
const OF_GLOSSARY: ReadonlySet<string> = new Set(['term_missing', 'term_untranslated', 'term_forbidden'])

/** The source text of a planned segment. */
export const sourceOf = ({ context, segment }: PlannedSegment): SourceText => ({
  context,
  text: segment.text,
})

export const keyOf = (planned: PlannedSegment): string => keyOfText(sourceOf(planned))

/** Recalls the wordings of these segments that pass the checks, by the keys of their texts. */
export async function recallWordings(
  sql: Session,
  planned: readonly PlannedSegment[],
  check: AnswerCheck,
  about: Parameters<typeof recallTexts>[2],
): ReturnType<typeof chooseWordings> {
  // A text that occurs several times is looked up once.
  const wanted = new Map(planned.map((one) => [keyOf(one), one]))
  const remembered = await recallTexts(sql, [...wanted.values()].map(sourceOf), about)
  return chooseWordings(wanted, remembered, check)
}

/**
 * The first remembered wording of each text that passes the checks; of wordings that editors have written or kept only the structure is
 * checked. `unfit` are the ids of machine wordings that will never pass.
 */
export async function chooseWordings(
  wanted: ReadonlyMap<string, { segment: Segment }>,
  remembered: ReadonlyMap<string, RememberedText[]>,
  check: AnswerCheck,
): Promise<{ texts: Map<string, RememberedText>; unfit: number[] }> {
  const texts = new Map<string, RememberedText>()
  const unfit: number[] = []
  let open = [...wanted].flatMap(([key, { segment }]) => {
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
      new Map(
        tried.flatMap(({ segment, wording }) =>
          isJudged(wording) === judged ? [[segment.id, wording.translation] as const] : [],
        ),
      )
    const problems = new Map([
      ...(await check.structure(answersOf(false))),
      ...(await check.all(answersOf(true))),
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
