import type { TranslatedFields } from '#core/domain/article.ts'
import { textsOfArticle } from '#core/translation/article-texts.ts'
import type { AnswerProblems } from '#core/translation/check-answers.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import type { ArticleTexts } from '#core/translation/cut-article.ts'
import {
  assembleTexts,
  type CheckedBy,
  type CutTexts,
  cutTexts,
  planTexts,
  problemsOfAnswers,
} from '#core/translation/cut-texts.ts'
import type { PlannedSegment, PresentText } from '#core/translation/plan-translation.ts'
import type { SplicedArticle } from '#core/translation/splice-article.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

/** Cuts texts into the segments that are translated. */
export const cut = (texts: ArticleTexts): Promise<CutTexts> =>
  offTurn('core/translation/cut-texts.ts#cutTexts', cutTexts, texts)

export const cutArticle = (article: TranslatedFields): Promise<CutTexts> => cut(textsOfArticle(article))

/** Puts translations into their places; the problems are also those of the whole. */
export const assemble = (
  { texts }: CutTexts,
  translations: ReadonlyMap<string, string>,
  links?: ReadonlyMap<string, string>,
): Promise<SplicedArticle> =>
  offTurn('core/translation/cut-texts.ts#assembleTexts', assembleTexts, texts, translations, links)

export const planTranslation = (
  { texts }: CutTexts,
  present: readonly PresentText[],
  glossary: Glossary | null,
): Promise<PlannedSegment[]> =>
  offTurn('core/translation/cut-texts.ts#planTexts', planTexts, texts, present, glossary?.entries ?? null)

/** Checks translations of segments, as many as there are. */
export interface AnswerCheck {
  /** Tells whether they can be put into their places, and whether code finds a mistake in them. */
  all(answers: ReadonlyMap<string, string>): Promise<AnswerProblems>
  /** Only whether they can be put into their places: what a person wrote is not judged further. */
  structure(answers: ReadonlyMap<string, string>): Promise<AnswerProblems>
}

export function createAnswerCheck(
  { texts }: CutTexts,
  { language, glossary }: Pick<CheckedBy, 'language'> & { glossary: Glossary | null },
): AnswerCheck {
  const check = async (scope: 'all' | 'structure', answers: ReadonlyMap<string, string>) => {
    if (answers.size === 0) return new Map()
    const by = { scope, language, glossary: glossary?.entries ?? null }
    return offTurn('core/translation/cut-texts.ts#problemsOfAnswers', problemsOfAnswers, texts, answers, by)
  }
  return {
    all: (answers) => check('all', answers),
    structure: (answers) => check('structure', answers),
  }
}
