import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The kinds of queries by their difficulty; README.md describes each. */
export const KINDS = [
  'title',
  'accents',
  'apostrophe',
  'plural',
  'part',
  'hyphen',
  'model',
  'acronym',
  'sign',
  'amount',
  'spelling',
  'form',
  'author',
  'far',
] as const
type Kind = (typeof KINDS)[number]

const articlesOfLanguage = z.array(
  z.strictObject({
    title: z.string(),
    excerpt: z.string(),
    /** Words after " … " end the article. */
    text: z.string(),
    author: z.string().optional(),
    category: z.string().optional(),
    asked: z.array(z.tuple([z.enum(KINDS), z.string()])),
  }),
)
type TargetArticle = z.infer<typeof articlesOfLanguage>[number] & { language: Language; slug: string }

export interface Question {
  language: Language
  kind: Kind
  query: string
  /** The slugs of the articles that a person expects. */
  expected: string[]
}

/** The articles that are looked for. Each takes the place of a generated one, spread over all of its language. */
export function readTargets(articlesPerLanguage: number): TargetArticle[] {
  return LANGUAGE_CODES.flatMap((language) => {
    const text = readFileSync(join(import.meta.dirname, `articles/${language}.json`), 'utf8')
    return articlesOfLanguage.parse(JSON.parse(text)).map((article, index) => {
      return { ...article, language, slug: `${language}-${(index * 193 + 57) % articlesPerLanguage}` }
    })
  })
}

/** A query that several articles have expects all of them. */
export function questionsOf(targets: TargetArticle[]): Question[] {
  const questions = new Map<string, Question>()
  for (const { language, slug, asked } of targets) {
    for (const [kind, query] of asked) {
      const key = JSON.stringify([language, kind, query])
      const expected = [...(questions.get(key)?.expected ?? []), slug]
      questions.set(key, { language, kind, query, expected })
    }
  }
  return [...questions.values()]
}
