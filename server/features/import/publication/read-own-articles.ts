import { notesAt, reportUnread } from '#server/features/import/article-notes.ts'
import {
  type ImportedArticle,
  type ImportedItem,
  MAX_ARTICLE_BYTES,
  MAX_ARTICLES,
  type Report,
} from '#server/features/import/imported.ts'
import { filesBelow, type OwnExport, ownSourceId } from '#server/features/import/publication/own-export.ts'
import { parseOwnArticle } from '#server/features/import/publication/parse-own-article.ts'
import { readOwnFields } from '#server/features/import/publication/read-own-fields.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { readText } from '#server/platform/documents/source-file.ts'

/** A text with its fields. */
const MAX_DOCUMENT_BYTES = 2 * MAX_ARTICLE_BYTES

/** The articles of an export of ours. Those in English come first, because others are their translations. */
export async function* readOwnArticles(own: OwnExport, report: Report): AsyncIterable<ImportedItem> {
  const files = filesBelow(own, 'articles/', /\.md$/)
  if (files.length > MAX_ARTICLES)
    notesAt({ file: 'articles', title: '', sourceId: '' }, report).fail(
      'too-large',
      `more than ${MAX_ARTICLES} articles`,
      'left-out',
    )
  const isEnglish = ([path]: [string, SourceFile]) => path.startsWith('articles/en/')
  const used = files.slice(0, MAX_ARTICLES)
  const named = new Set<string>()
  for (const [path, file] of [...used.filter(isEnglish), ...used.filter((one) => !isEnglish(one))])
    yield* readFile(path, file, { own, named, report })
}

async function* readFile(
  path: string,
  file: SourceFile,
  { own: whole, named, report }: { own: OwnExport; named: Set<string>; report: Report },
): AsyncIterable<ImportedItem> {
  const idOf = (name: string) => ownSourceId(whole, name)
  const notes = notesAt({ file: path, title: '', sourceId: path }, report)
  const document = await readText(file, MAX_DOCUMENT_BYTES)
  if (!document) return reportUnread(file, { maxBytes: MAX_DOCUMENT_BYTES, report })
  const read = document.isDamaged ? null : readOwnFields(document.text)
  if (!read)
    return notes.fail('unreadable', document.isDamaged ? 'bytes that are no text' : 'fields', 'left-out')
  const parsed = parseOwnArticle(read.fields, read.text)
  if ('problem' in parsed) return notes.fail('unreadable', parsed.problem, 'left-out')
  if (read.text.includes('\0') || Buffer.byteLength(read.text) > MAX_ARTICLE_BYTES)
    return notes.fail(read.text.includes('\0') ? 'unreadable' : 'too-large', 'its text', 'left-out')
  const { own, language, slug, story, oldAddresses } = parsed
  const sourceId = idOf(`${language}/${slug}`)
  if (named.has(sourceId)) return notes.fail('duplicate', `${language}/${slug}`, 'left-out')
  named.add(sourceId)
  const author = idOf(`author:${own.author.toLowerCase()}`)
  if (!named.has(author)) yield { kind: 'author', sourceId: author, name: own.author, slug: '' }
  const term = idOf(`category:${own.category}`)
  if (!named.has(term))
    yield {
      kind: 'term',
      sourceId: term,
      taxonomy: 'category',
      name: own.category,
      slug: own.category,
      parent: null,
    }
  named.add(author).add(term)
  yield {
    kind: 'article',
    sourceId,
    language,
    translationOf: story === `${language}/${slug}` || language === 'en' ? null : idOf(story),
    slug,
    title: own.title,
    subtitle: own.subtitle ?? '',
    excerpt: own.excerpt,
    markdown: own.content,
    status: own.published ? 'published' : own.schedule ? 'scheduled' : 'draft',
    publishDate: new Date(own.schedule?.at ?? own.publishDate).toISOString(),
    updatedDate: new Date(own.updatedAt).toISOString(),
    authors: [author],
    categories: [term],
    tags: [],
    // The pictures are stored at the addresses that texts name, before the articles.
    hero: null,
    featured: own.featured,
    social: null,
    oldAddresses,
    own,
  } satisfies ImportedArticle
}
