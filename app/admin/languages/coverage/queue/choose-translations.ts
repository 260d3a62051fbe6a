import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { RequestedTranslation } from '#core/domain/translation-batch.ts'
import {
  type CoverageState,
  type CoveredArticle,
  UNFINISHED_STATES,
} from '#core/domain/translation-coverage.ts'

const UNFINISHED: ReadonlySet<CoverageState> = new Set(UNFINISHED_STATES)

/** The number of translations in a language, by state. */
export interface LanguageWork {
  language: TranslatedLanguage
  missing: number
  failed: number
  stale: number
  /** Nothing of the original has changed. */
  finished: number
  /** Whether the state of these articles in this language is known. */
  isShown: boolean
}

/** Counts the states of articles in a language. Running translations are not counted. */
export function countWork(articles: readonly CoveredArticle[], language: TranslatedLanguage): LanguageWork {
  const states = articles.flatMap((article) => cellOf(article, language)?.state ?? [])
  const count = (...those: CoverageState[]) => states.filter((state) => those.includes(state)).length
  return {
    language,
    missing: count('missing'),
    failed: count('failed'),
    stale: count('stale'),
    finished: count('waiting', 'unread', 'reviewed', 'up-to-date'),
    isShown: states.length > 0,
  }
}

/** The translations to queue: those that are missing, failed or stale and, with `renewsFinished`, the finished ones. */
export function chooseTranslations(
  articles: readonly CoveredArticle[],
  { languages, renewsFinished }: { languages: readonly TranslatedLanguage[]; renewsFinished: boolean },
): RequestedTranslation[] {
  return articles.flatMap((article) =>
    languages.flatMap((language) => {
      const state = cellOf(article, language)?.state
      const isChosen = state && state !== 'under-way' && (renewsFinished || UNFINISHED.has(state))
      return isChosen ? [{ articleId: article.id, language }] : []
    }),
  )
}

const cellOf = ({ cells }: CoveredArticle, language: TranslatedLanguage) =>
  cells.find((cell) => cell.language === language)
