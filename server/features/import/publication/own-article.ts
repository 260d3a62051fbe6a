/**
 * An article as our own export has it: the values of its row, and what belongs to it. Moments are ISO 8601 in UTC, with up to six
 * decimals.
 */
export interface OwnArticle {
  title: string
  subtitle: string | null
  excerpt: string
  content: string
  category: string
  author: string
  readingTime: string
  heroImage: string | null
  socialTitle: string | null
  socialDescription: string | null
  socialImage: string | null
  published: boolean
  featured: boolean
  publishDate: string
  createdAt: string
  updatedAt: string
  /** The slugs that it had, in its language. */
  slugs: string[]
  corrections: OwnCorrection[]
  schedule: { at: string; zone: string; featured: boolean } | null
  unpublishing: { at: string; zone: string } | null
  /** How a translation was made. */
  translation: OwnTranslation | null
  /** What an English original rests on, and which model wrote its first text. */
  sources: OwnSource[]
  drafted: { model: string; date: string } | null
}

export interface OwnSource {
  number: number
  outlet: string
  title: string
  url?: string | undefined
  language?: string | undefined
  date: string
}

export interface OwnCorrection {
  date: string
  text: string
  /** Of the note of the original that this one translates, and its text at that time. */
  translates: { date: string; text: string } | null
}

interface OwnTranslation {
  origin: 'machine' | 'person'
  model: string | null
  date: string
  reviewed: string | null
  corrected: string | null
  outdated: string | null
}
