import { isScalar, parseDocument, visit } from 'yaml'
import { reportUnread } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { readText } from '#server/platform/documents/source-file.ts'

const MAX_BYTES = 100_000
const DEFAULT = '/{slug}/'
const MAX_PERMALINKS = 20

/** Reads how the addresses of articles are made, from the `routes.yaml` of a bundle; without one, the way of a new site. */
export async function readPermalinks(files: readonly SourceFile[], report: Report): Promise<string[]> {
  const file = files.find(({ path }) => /(?:^|\/)routes\.ya?ml$/.test(path))
  const read = file && (await readText(file, MAX_BYTES))
  if (file && !read) reportUnread(file, { maxBytes: MAX_BYTES, report })
  if (!read) return [DEFAULT]
  const found = new Set<string>()
  visit(parseDocument(read.text, { merge: false }), {
    Pair(_key, { key, value }) {
      if (isScalar(key) && key.value === 'permalink' && isScalar(value) && found.size < MAX_PERMALINKS)
        found.add(String(value.value))
    },
  })
  return [...found, DEFAULT].filter((link) => link.startsWith('/'))
}

interface PermalinkParts {
  id: string
  slug: string
  date: string | null
  tag: string
  author: string
}

/** The address that a permalink gives an article; null when a part of it is missing. */
export function fillPermalink(
  permalink: string,
  { id, slug, date, tag, author }: PermalinkParts,
): string | null {
  const [year = '', month = '', day = ''] = date?.slice(0, 10).split('-') ?? []
  const parts = new Map([
    ['id', id],
    ['slug', slug],
    ['year', year],
    ['month', month],
    ['day', day],
    ['primary_tag', tag || 'all'],
    ['primary_author', author],
  ])
  const filled = permalink.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parts.get(name) ?? ''),
  )
  return filled.includes('//') ? null : filled
}
