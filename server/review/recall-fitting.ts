import type { AnswerCheck } from '#core/translation/check-answers.ts'
import { MAX_SEGMENTS } from '#core/translation/segment.ts'
import type { Session } from '#server/database/connection.ts'
import { checkInTurns } from '#server/review/check-in-turns.ts'
import type { ReviewFacts, ReviewQuestion } from '#server/review/read-review-facts.ts'
import type { ReviewPlace } from '#server/review/review-places.ts'
import { keyOfText, type RememberedText, recallTexts } from '#server/translation/memory.ts'

/** What is remembered for each place, the best first. */
export async function recallForPlaces(
  sql: Session,
  places: readonly Pick<ReviewPlace, 'context' | 'segment'>[],
  { language }: ReviewQuestion,
  translationId: string | null,
): Promise<RememberedText[][]> {
  const texts = new Map(
    places.map(({ context, segment }) => {
      const text = { context, text: segment.text }
      return [keyOfText(text), text] as const
    }),
  )
  const found = await recallTexts(sql, [...texts.values()], { language, translationId })
  return places.map(({ context, segment }) => found.get(keyOfText({ context, text: segment.text })) ?? [])
}

/** The first wording for each place that can be used: a person's that can be put there, or a machine's with which nothing is wrong. */
export async function firstFitting(
  places: readonly Pick<ReviewPlace, 'segment'>[],
  remembered: readonly RememberedText[][],
  check: AnswerCheck,
): Promise<(RememberedText | null)[]> {
  const fitting: (RememberedText | null)[] = places.map(() => null)
  const most = Math.max(0, ...remembered.map(({ length }) => length))
  for (let choice = 0; choice < most; choice++) {
    const tried = places.flatMap(({ segment }, index) => {
      const wording = fitting[index] ? undefined : remembered[index]?.[choice]
      return wording ? [{ index, id: segment.id, wording }] : []
    })
    const answersOf = (origin: string) =>
      tried.flatMap(({ id, wording }) =>
        wording.origin === origin ? [[id, wording.translation] as const] : [],
      )
    const problems = new Map([
      ...check.structure(new Map(answersOf('person'))),
      ...(await checkInTurns(check, answersOf('machine'))),
    ])
    for (const { index, id, wording } of tried) if (!problems.has(id)) fitting[index] = wording
  }
  return fitting
}

/** Which texts a person has written for an article since its translation was saved, without completing it. */
export async function readUnsaved(
  sql: Session,
  { articleId, language, translation }: ReviewFacts,
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ id: number }[]>`
    select id::float8 as id from public.translation_segments
    where article_id = ${articleId} and language = ${language} and origin = 'person'
      and made_at > greatest(${translation?.updatedAt ?? null}::timestamptz, ${translation?.pendingSince ?? null}::timestamptz)
    order by id desc limit ${MAX_SEGMENTS}`
  return new Set(rows.map(({ id }) => id))
}
