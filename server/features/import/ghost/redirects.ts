import { isScalar, parseDocument, visit } from 'yaml'
import { withoutEnd } from '#core/truncate.ts'
import { notesAt, reportUnread } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import { isObject, parseJson, textField } from '#server/platform/documents/json/read-json.ts'
import { readText, type SourceFile } from '#server/platform/documents/source-file.ts'

const MAX_BYTES = 4 * 1024 ** 2
const MAX_REDIRECTS = 50_000
/** Of redirects that lead to each other. */
const MAX_STEPS = 5
const FILE = /(?:^|\/)redirects\.(json|ya?ml)$/

/** The file that editors of Ghost have uploaded: patterns of old addresses, and where they lead. */
export interface Redirects {
  /** The old addresses that lead to one of these. */
  leadingTo: (addresses: readonly string[]) => string[]
  /** Reports those that led to no article. */
  reportUnused: (report: Report) => void
}

/** Reads the redirects of a bundle. A pattern for many addresses, or one that leads to another site, cannot be kept, and is reported. */
export async function findRedirects(files: readonly SourceFile[], report: Report): Promise<Redirects> {
  const file = files.find(({ path }) => FILE.test(path))
  const { warn, info, fail } = notesAt({ file: file?.path ?? '', title: '', sourceId: '' }, report)
  const text = file && (await readText(file, MAX_BYTES))
  if (file && !text) reportUnread(file, { maxBytes: MAX_BYTES, report })
  const rules = text ? rulesOf(text.text, file.path.endsWith('json')) : []
  if (file && rules === null) fail('unreadable', file.path, 'left-out')
  const byTarget = new Map<string, Set<string>>()
  for (const [from, to] of (rules ?? []).slice(0, MAX_REDIRECTS)) {
    const path = exactPath(from)
    if (path === null || !to.startsWith('/')) warn('link', `${from} → ${to}`, 'ignored')
    else byTarget.set(normal(to), (byTarget.get(normal(to)) ?? new Set()).add(path))
  }
  const used = new Set<string>()
  return {
    leadingTo(addresses) {
      const found = new Set<string>()
      let targets = addresses.map(normal)
      for (let step = 0; step < MAX_STEPS && targets.length > 0; step++) {
        const sources = targets.flatMap((target) => [...(byTarget.get(target) ?? [])])
        for (const target of targets) used.add(target)
        targets = sources.filter((path) => !found.has(path)).map(normal)
        for (const path of sources) found.add(path)
      }
      return [...found]
    },
    reportUnused() {
      for (const [target, paths] of byTarget)
        if (!used.has(target)) for (const path of paths) info('link', `${path} → ${target}`, 'ignored')
    },
  }
}

/** A list of objects in JSON, or paths by their status in YAML; null for neither. */
function rulesOf(text: string, isJson: boolean): [from: string, to: string][] | null {
  if (isJson) {
    const list = parseJson(text)
    if (!Array.isArray(list)) return null
    return list.filter(isObject).map((rule) => [textField(rule, 'from'), textField(rule, 'to')])
  }
  const document = parseDocument(text, { merge: false, logLevel: 'silent' })
  if (document.errors.length > 0) return null
  const byStatus = document.toJS({ mapAsMap: true, maxAliasCount: 0 }) as unknown
  if (!(byStatus instanceof Map)) return null
  return ['301', '302'].flatMap((status) => {
    const paths: unknown = byStatus.get(Number(status)) ?? byStatus.get(status)
    return paths instanceof Map
      ? [...paths].map(([from, to]): [string, string] => [String(from), String(to)])
      : []
  })
}

/** The one path that a pattern means, such as `^\\/old\\/?$`; null for one that means several. */
function exactPath(pattern: string): string | null {
  const path = pattern
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/(?:\\?\/\?|\(\\?\/\)\?)$/, '')
    .replace(/\\([/.-])/g, '$1')
  return /^\/[^\s\\^$*+?()[\]{}|]*$/.test(path) && path.length <= 1_000 ? path : null
}

/** Whatever its end is. */
const normal = (address: string) => withoutEnd(address.replace(/[?#].*$/s, ''), '/') || '/'

const MAX_ROUTES_BYTES = 100_000
const DEFAULT = '/{slug}/'
const MAX_PERMALINKS = 20

/** Reads how the addresses of articles are made, from the `routes.yaml` of a bundle; without one, the way of a new site. */
export async function readPermalinks(files: readonly SourceFile[], report: Report): Promise<string[]> {
  const file = files.find(({ path }) => /(?:^|\/)routes\.ya?ml$/.test(path))
  const read = file && (await readText(file, MAX_ROUTES_BYTES))
  if (file && !read) reportUnread(file, { maxBytes: MAX_ROUTES_BYTES, report })
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
