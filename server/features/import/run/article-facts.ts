import { createHash } from 'node:crypto'
import type { Article } from '#core/domain/article.ts'
import { ARTICLE_FIELDS } from '#core/domain/article-fields.ts'
import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { SLUG_MAX_LENGTH, slugFromTitle } from '#core/domain/article-slug.ts'
import type { ImportChoices } from '#core/domain/site-import.ts'
import { isLanguage } from '#core/i18n/languages.ts'
import { readSource } from '#core/markdown/source/read-source.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { ImportedArticle, ImportedItem, Report } from '#server/features/import/imported.ts'

/** Enough for the first paragraphs. */
const READ_LENGTH = 4_000

/** The facts that are stored of an article besides what depends on others: its slug, its original, pictures and links. */
export interface ArticleFacts
  extends Pick<Article, 'title' | 'subtitle' | 'excerpt' | 'content' | 'category' | 'author'>,
    Pick<Article, 'reading_time' | 'published' | 'social_title' | 'social_description'> {
  language: string
  publish_date: string | null
  updated_at: string | null
}

/** The rules by which articles are stored: names by their ids in the source, and what the editor has chosen. */
export interface ArticleRules {
  authors: ReadonlyMap<string, string>
  /** Of articles that name none. */
  defaultAuthor: string
  sections: ReadonlyMap<string, string>
  choices: Pick<ImportChoices, 'language' | 'section' | 'drafts'>
}

const EXCERPT_LENGTH = 200
const MAX_SLUG_LENGTH = SLUG_MAX_LENGTH - 12

/** Makes of what a reader has found what can be stored. What has to be another way is a note. */
export function describeArticle(
  article: ImportedArticle,
  { authors, defaultAuthor, sections, choices }: ArticleRules,
  report: Report,
): ArticleFacts {
  const { warn } = notesAt({ file: '', title: article.title, sourceId: article.sourceId }, report)
  const isForeign = article.language !== null && !isLanguage(article.language)
  if (isForeign) warn('language', article.language ?? '', 'draft')
  const names = article.authors.flatMap((id) => authors.get(id) ?? [])
  const term = [...article.categories, ...article.tags].find((id) => sections.has(id))
  const { title, subtitle, social } = article
  const content = article.markdown
  const date = article.publishDate
  const isMissing = article.status !== 'draft' && (title === '' || content.trim() === '')
  if (isMissing) warn('incomplete', title === '' ? 'no title' : 'no text', 'draft')
  return {
    language: isLanguage(article.language) ? article.language : choices.language,
    title: cut(title, ARTICLE_FIELDS.title.longest),
    subtitle: cut(subtitle, ARTICLE_FIELDS.subtitle.longest) || null,
    excerpt: cut(
      article.excerpt || subtitle || firstWords(content, EXCERPT_LENGTH) || title,
      ARTICLE_FIELDS.excerpt.longest,
    ),
    content,
    category: (term && sections.get(term)) ?? choices.section,
    author: cut(storable(names.join(', ')), ARTICLE_FIELDS.author.longest) || defaultAuthor,
    reading_time: readingTimeOf(content),
    publish_date: date,
    updated_at: article.updatedDate && date && article.updatedDate > date ? article.updatedDate : date,
    published: article.status !== 'draft' && !(choices.drafts || isForeign || isMissing),
    social_title: cut(storable(social?.title ?? ''), ARTICLE_FIELDS.social_title.longest) || null,
    social_description:
      cut(storable(social?.description ?? ''), ARTICLE_FIELDS.social_description.longest) || null,
  }
}

/** The slug that an article would like to have. */
export function wantedSlug({ slug, title, sourceId, own }: ImportedArticle): string {
  if (own) return slug
  const last = slug.split('/').filter(Boolean).at(-1) ?? ''
  return (
    slugFromTitle(last, MAX_SLUG_LENGTH) ||
    slugFromTitle(title, MAX_SLUG_LENGTH) ||
    `article-${shortHash(sourceId)}`
  )
}

/** Of everything that a source says of an article, and of where it goes: as long as it is the same, there is nothing to do. */
export function hashFacts(
  article: ImportedArticle,
  facts: ArticleFacts,
  { site }: Pick<ImportChoices, 'site'>,
): string {
  const { hero, social, translationOf, oldAddresses, own } = article
  const all = JSON.stringify([
    facts,
    hero,
    social?.image,
    translationOf,
    oldAddresses,
    own,
    ...(site === null ? [] : [site]),
  ])
  return createHash('sha256').update(all).digest('base64url').slice(0, 22)
}

export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6)

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '').trim()

/** A text of at most so many characters, as the database counts them. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const characters = [...text]
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}

/** The first paragraph of a text as words, cut after a sentence or a word. */
function firstWords(markdown: string, length: number): string {
  const source = readSource(markdown.slice(0, READ_LENGTH))
  let words = ''
  for (const [index, token] of source.tokens.entries()) {
    if (token.type !== 'inline' || source.tokens[index - 1]?.type !== 'paragraph_open') continue
    words = (token.children ?? [])
      .map(({ type, content }) =>
        /^(?:text|text_special|code_inline)$/.test(type) ? content : type.endsWith('break') ? ' ' : '',
      )
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
    if (/\p{L}/u.test(words)) break
  }
  if (words.length <= length) return words
  const start = words.slice(0, length)
  const sentence = /^.*[.!?…](?=\s)/su.exec(words.slice(0, length + 1))?.[0]
  if (sentence && sentence.length > length / 3) return sentence
  return `${start
    .slice(0, Math.max(start.lastIndexOf(' '), length / 2))
    .toWellFormed()
    .trimEnd()}…`
}

const MAX_ID_LENGTH = 180
const MAX_NAME_LENGTH = 200

/** An id as it is stored: that of a feed can be anything. */
export function storedId(sourceId: string): string {
  const id = storable(sourceId)
  return id.length <= MAX_ID_LENGTH ? id : `${id.slice(0, 120).toWellFormed()}…${shortHash(sourceId)}`
}

const storedName = (name: string) => cut(storable(name), MAX_NAME_LENGTH)

/** An item with names and ids of authors and terms as they can be stored. */
export function withStoredNames(item: ImportedItem): ImportedItem {
  if (item.kind === 'author')
    return { ...item, sourceId: storedId(item.sourceId), name: storedName(item.name) }
  if (item.kind === 'term') return { ...item, sourceId: storedId(item.sourceId), name: storedName(item.name) }
  if (item.kind !== 'article') return item
  const { authors, categories, tags } = item
  return {
    ...item,
    authors: authors.map(storedId),
    categories: categories.map(storedId),
    tags: tags.map(storedId),
  }
}
