import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { checkSegment } from '#core/translation/checks/check-segment.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import type { ArticleCut } from '#core/translation/cut-article.ts'
import type { Problem, TranslationProblem } from '#core/translation/problem.ts'
import type { Segment } from '#core/translation/segment.ts'
import { spliceArticle } from '#core/translation/splice-article.ts'

/** The problems of translations, by the ids of their segments; those without problems are missing. */
export type AnswerProblems = Map<string, (Problem | TranslationProblem)[]>

export interface AnswerCheck {
  /** Checks whether they can be put into their places, and whether they contain mistakes that code can find. */
  all(answers: ReadonlyMap<string, string>): AnswerProblems
  /** Checks only whether they can be put into their places: a person's text is not judged further. */
  structure(answers: ReadonlyMap<string, string>): AnswerProblems
}

/** Prepares the check of translations of some segments at a time. */
export function createAnswerCheck(
  cut: ArticleCut,
  { language, glossary }: { language: TranslatedLanguage; glossary: Glossary | null },
): AnswerCheck {
  const segments = new Map(cut.segments.map((segment) => [segment.id, segment]))

  function structure(answers: ReadonlyMap<string, string>): AnswerProblems {
    const found: AnswerProblems = new Map()
    const part = partOf(cut, answers)
    const translations = new Map(part.segments.map(({ id, text }) => [id, answers.get(id) ?? text]))
    for (const problem of spliceArticle(part, translations).problems) {
      const { segment } = problem
      if (segment !== null) found.set(segment, [...(found.get(segment) ?? []), problem])
    }
    return found
  }

  return {
    structure,
    all(answers) {
      const found = structure(answers)
      for (const [id, target] of answers) {
        const source = segments.get(id)?.text
        if (source === undefined || found.has(id)) continue
        const problems = checkSegment({ source, target, language, glossary })
        if (problems.length > 0) found.set(id, problems)
      }
      return found
    },
  }
}

/** The fields, blocks and definitions to which answers belong. The other texts of a block come with it. */
function partOf(cut: ArticleCut, answers: ReadonlyMap<string, string>): ArticleCut {
  const isAsked = (segment: Segment | null) => segment !== null && answers.has(segment.id)
  const fields = cut.fields.filter(({ segment }) => isAsked(segment))
  const blocks = cut.content.blocks.filter(({ main, alts, titles }) =>
    [main, ...[...alts.values(), ...titles.values()].map(({ segment }) => segment)].some(isAsked),
  )
  const definitions = cut.content.definitions.filter(({ title }) => title && isAsked(title.segment))
  const segments = [
    ...fields.map(({ segment }) => segment),
    ...blocks.flatMap(({ main, alts, titles }) => [
      main,
      ...[...alts.values(), ...titles.values()].map(({ segment }) => segment),
    ]),
    ...definitions.map(({ title }) => title?.segment ?? null),
  ].filter((segment) => segment !== null)
  return {
    segments,
    problems: [],
    fields,
    content: { ...cut.content, segments: [], problems: [], blocks, definitions },
  }
}
