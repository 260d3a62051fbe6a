import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import { readDemoSettings } from '#server/features/demo/seed-demo.ts'
import { ROOT } from '#server/platform/root.ts'

/** What an article says, by which one of the demo is recognised. */
export interface ArticleText {
  language: string
  slug: string
  title: string
  subtitle: string | null
  excerpt: string
  content: string
}

/** What the demo brings, in this version and in earlier ones. */
export interface ShippedTexts {
  /** Whether an article says what one of the demo says. */
  isArticle(text: ArticleText): boolean
  /** Whether a setting has the value that the demo gives it. */
  isSetting(key: string, value: unknown): boolean
  /** The addresses of the English articles. */
  slugs: string[]
}

export async function readShippedTexts(): Promise<ShippedTexts> {
  const [{ originals, translations }, settings, earlier] = await Promise.all([
    readDemoFiles(),
    readDemoSettings(),
    readFile(join(ROOT, 'supabase/demo/earlier-texts.txt'), 'utf8'),
  ])
  const known = new Set(earlier.split('\n').filter((line) => /^[0-9a-f]{16}$/.test(line)))
  for (const { language, slug, header, content } of [...originals, ...translations])
    known.add(hashOfArticle({ language, slug, content, ...textsOf(header) }))
  for (const { key, value } of settings) known.add(hashOf([key, value]))
  return {
    isArticle: (text) => known.has(hashOfArticle(text)),
    isSetting: (key, value) => known.has(hashOf([key, value])),
    slugs: originals.map(({ slug }) => slug),
  }
}

const textsOf = (header: { title: string; subtitle?: string | undefined; excerpt: string }) => ({
  title: header.title,
  subtitle: header.subtitle ?? null,
  excerpt: header.excerpt,
})

const hashOfArticle = (text: ArticleText) =>
  hashOf([text.language, text.slug, text.title, text.subtitle, text.excerpt, text.content])

const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, 16)

/** With the keys of objects in order, because PostgreSQL stores them in its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const)
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
