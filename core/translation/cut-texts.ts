import { alignSegments } from '#core/translation/align-segments.ts'
import { contextOf } from '#core/translation/article-texts.ts'
import { type AnswerProblems, createAnswerCheck } from '#core/translation/check-answers.ts'
import { compileGlossary, type GlossaryEntry } from '#core/translation/checks/glossary.ts'
import { compareStructure } from '#core/translation/compare-structure.ts'
import { type ArticleCut, type ArticleTexts, cutArticle } from '#core/translation/cut-article.ts'
import { type PlannedSegment, type PresentText, planTranslation } from '#core/translation/plan-translation.ts'
import type { TranslationProblem } from '#core/translation/problem.ts'
import type { Segment } from '#core/translation/segment.ts'
import { type SplicedArticle, spliceArticle } from '#core/translation/splice-article.ts'

/** A cut article as plain data: the functions below take its texts and cut them again, so that any process can call them. */
export interface CutTexts {
  texts: ArticleTexts
  segments: Segment[]
  /** The texts that are not translated, because they are longer than a segment may be. */
  problems: TranslationProblem[]
  /** The targets of its links. */
  addresses: string[]
}

export function cutTexts(texts: ArticleTexts): CutTexts {
  const { segments, problems, content } = cutOf(texts)
  const { blocks, definitions, source } = content
  const addresses = [
    ...blocks.flatMap(({ tagged }) =>
      tagged.tags.flatMap(({ kind, value }) => (kind === 'a' ? [value] : [])),
    ),
    ...definitions.map(({ definition }) => source.references[definition.label]?.href ?? ''),
  ]
  return { texts, segments, problems, addresses: [...new Set(addresses)] }
}

/**
 * Puts the translations into the places of their texts, and compares the structure of the whole with that of the source. `links` maps the
 * addresses that differ from those of the source.
 */
export function assembleTexts(
  texts: ArticleTexts,
  translations: ReadonlyMap<string, string>,
  links: ReadonlyMap<string, string> = new Map(),
): SplicedArticle {
  const mapAddress = (address: string) => links.get(address) ?? address
  const { fields, content, problems } = spliceArticle(cutOf(texts), translations, { mapAddress })
  const structure = compareStructure(texts.content, content, { mapAddress })
  return { fields, content, problems: [...problems, ...structure] }
}

/** The problems of translations of some of the segments: all of them, or only those of their places. */
export function problemsOfAnswers(
  texts: ArticleTexts,
  answers: ReadonlyMap<string, string>,
  { scope, language, glossary }: CheckedBy & { scope: 'all' | 'structure' },
): AnswerProblems {
  const check = createAnswerCheck(cutOf(texts), { language, glossary: glossary && compileGlossary(glossary) })
  return check[scope](answers)
}

export interface CheckedBy {
  language: Parameters<typeof createAnswerCheck>[1]['language']
  glossary: readonly GlossaryEntry[] | null
}

export function planTexts(
  texts: ArticleTexts,
  present: readonly PresentText[],
  glossary: readonly GlossaryEntry[] | null,
): PlannedSegment[] {
  return planTranslation(cutOf(texts), present, glossary && compileGlossary(glossary))
}

/** The number of segments of a text that are new or changed. */
export function countChanged(older: ArticleTexts | null, newer: ArticleTexts): number {
  const textsOf = (texts: ArticleTexts) =>
    cutArticle(texts).segments.map((segment) => ({ context: contextOf(segment), text: segment.text }))
  return alignSegments(older ? textsOf(older) : [], textsOf(newer)).filter(({ isSame }) => !isSame).length
}

let last: { texts: ArticleTexts; cut: ArticleCut } | null = null

/** A run asks again and again about the same texts. */
function cutOf(texts: ArticleTexts): ArticleCut {
  if (!last || !isSame(last.texts, texts)) last = { texts, cut: cutArticle(texts) }
  return last.cut
}

function isSame(some: ArticleTexts, others: ArticleTexts): boolean {
  return (
    some.content === others.content &&
    some.fields.length === others.fields.length &&
    some.fields.every(([name, text], at) => name === others.fields[at]?.[0] && text === others.fields[at][1])
  )
}
