import type { Article } from '#core/domain/article.ts'
import type { ArticleFieldName } from '#core/domain/article-fields.ts'
import type { ImportNote } from '#core/domain/site-import.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'

/** An item that a reader finds in a source, in the terms of no format. Texts are Markdown, whatever they were. */
export type ImportedItem = ImportedArticle | ImportedPage | ImportedAuthor | ImportedTerm | ImportedPicture

export interface ImportedArticle {
  kind: 'article'
  /** The same at every run, and different for each article of a source: `ghost:64f…`. */
  sourceId: string
  /** The primary tag of a language, in lower case, such as `pt`; null where the source does not say it. */
  language: string | null
  /** The original of a translation, which may come later; null for an original. */
  translationOf: string | null
  /** The slug in the source, which may be empty, or the same for several articles. */
  slug: string
  title: string
  subtitle: string
  excerpt: string
  markdown: string
  status: 'draft' | 'published' | 'scheduled'
  /** ISO 8601 in UTC, or null. */
  publishDate: string | null
  updatedDate: string | null
  /** The ids of authors and terms, which come before the first article that names them. */
  authors: string[]
  categories: string[]
  tags: string[]
  hero: ImportedHero | null
  featured: boolean
  social: { title: string; description: string; image: string } | null
  /** Paths of the old site, with their queries: `/2024/05/harbour/`, `/?p=123`. The first is the usual one. */
  oldAddresses: string[]
  /** In an export of ours, which says everything: it is stored as it is. */
  own?: OwnFacts
}

/** The facts of an article that only our own export has. Moments are ISO 8601 in UTC, with up to six decimals. */
export interface OwnFacts {
  /** Values of its row, as they were stored. */
  row: Pick<Article, Exclude<ArticleFieldName, 'slug' | 'content' | 'category'> | 'created_at' | 'updated_at'>
  /** The slugs that it had, in its language. */
  slugs: string[]
  /** The corrections. That of a translation says of which note of the original it is, by its date, and the text of that at the time. */
  corrections: { date: string; text: string; translates?: string | undefined; translatedtext: string }[]
  schedule: { at: string; zone: string; featured: boolean } | null
  unpublishing: { at: string; zone: string } | null
  /** The way in which a translation was made. */
  translation:
    | ({ origin: 'machine' | 'person'; date: string } & Record<
        'model' | 'reviewed' | 'corrected' | 'outdated',
        string | null
      >)
    | null
  /** Of an English original, and which model wrote its first text. */
  sources: {
    number: number
    outlet: string
    title: string
    url?: string | undefined
    language?: string | undefined
    date: string
  }[]
  drafted: { model: string; date: string } | null
}

/** A text about the site, such as "About us", which is none of its articles. */
export interface ImportedPage {
  kind: 'page'
  sourceId: string
  language: string | null
  /** The page that it is a translation of, which may come later. */
  translationOf: string | null
  slug: string
  title: string
  description: string
  markdown: string
  /** The old addresses, like those of an article; relative links in the text mean them. */
  oldAddresses: string[]
}

export interface ImportedHero {
  address: string
  alt: string
  caption: string
}

export interface ImportedAuthor {
  kind: 'author'
  sourceId: string
  name: string
  slug: string
}

export interface ImportedTerm {
  kind: 'term'
  sourceId: string
  taxonomy: 'category' | 'tag'
  name: string
  slug: string
  parent: string | null
}

/** The facts that the source has of a picture. */
export interface ImportedPicture {
  kind: 'picture'
  /** The address by which texts and heroes name it. */
  address: string
  /** The path of its file in the source; null when it has to be fetched. */
  entry: string | null
  alt: string
  caption: string
  /** Of a picture of our own export, which keeps its address, whether or not a text shows it. */
  own?: OwnPicture
}

export interface OwnPicture {
  alts: Record<string, string>
  decorative: boolean
  captions: Record<string, string>
  credit: string | null
  licence: string | null
  licenceUrl: string | null
  focus: [number, number]
  originalName: string | null
  source: string | null
  uploaded: string | null
}

export type Report = (note: ImportNote) => void

/** Reads a format. It throws nothing but `UnreadableSource`; what is wrong with one item is a note. */
export type ReadSource = (source: ImportSource, report: Report) => AsyncIterable<ImportedItem>

/** Of one article, as the database has it. */
export const MAX_ARTICLE_BYTES = 1_048_576
/** Of one source. */
export const MAX_ARTICLES = 100_000
/** Of an article, as an export has it: its HTML may be several times as long as its Markdown, and come twice. */
export const MAX_RECORD_LENGTH = 8 * MAX_ARTICLE_BYTES
