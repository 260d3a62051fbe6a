import type { SourceFile } from '#server/platform/documents/source-file.ts'

/** `ai-watch` is an export of this program. */
export type Generator = 'ai-watch' | 'hugo' | 'jekyll' | 'astro' | 'eleventy' | 'notes'

/** Tells which program makes a site of a folder, by the files that it needs. */
export function generatorOf(files: readonly SourceFile[]): Generator {
  const has = (pattern: RegExp) => files.some(({ path }) => pattern.test(path))
  if (has(/(?:^|\/)_config\.ya?ml$/) || has(/(?:^|\/)_posts\//)) return 'jekyll'
  if (has(/(?:^|\/)(?:\.eleventy|eleventy\.config)\.\w+$/)) return 'eleventy'
  if (has(/(?:^|\/)astro\.config\.\w+$/) || has(/(?:^|\/)src\/content\//)) return 'astro'
  if (has(/(?:^|\/)hugo\.(?:toml|ya?ml|json)$/) || has(/(?:^|\/)config\.toml$/) || has(/(?:^|\/)content\//))
    return 'hugo'
  return 'notes'
}

interface Parts {
  generator: Generator
  path: string
  slug: string
  date: string | null
  language: string | null
  categories: string[]
}

/** The addresses that a generator gives an article by itself. */
export function usualAddresses({ generator, path, slug, date, language, categories }: Parts): string[] {
  if (slug === '') return []
  const folder = path.split('/').slice(0, -1)
  const below = (root: RegExp) => {
    const at = folder.findIndex((_, index) => root.test(folder.slice(0, index + 1).join('/')))
    return folder.slice(at + 1)
  }
  const address = (...parts: string[]) => `/${parts.filter(Boolean).map(encodeURIComponent).join('/')}`
  if (generator === 'jekyll') {
    const [year, month, day] = (date ?? '').slice(0, 10).split('-')
    if (!year || !month || !day) return [`${address(slug)}.html`]
    const topics = categories.map((name) => name.toLowerCase().replace(/\s+/g, '-'))
    const whole = address(...topics, year, month, day, slug)
    return [`${whole}.html`, whole]
  }
  if (generator === 'hugo' || generator === 'eleventy') {
    const sections = below(/(?:^|\/)content$/).filter((part) => part !== language)
    const own = isBundle(path) ? sections.slice(0, -1) : sections
    const whole = `${address(...own, slug)}/`
    return language ? [whole, `/${language}${whole}`] : [whole]
  }
  if (generator === 'astro') {
    const sections = below(/(?:^|\/)src\/(?:content|pages)$/)
    const own = isBundle(path) ? sections.slice(0, -1) : sections
    return [`${address(...own, slug)}/`]
  }
  return []
}

/** A folder for one article, with its pictures. */
export const isBundle = (path: string) =>
  /(?:^|\/)index(?:\.[\w-]+)?\.(?:mdx?|markdown|mkdn?|mkdown|mdown|html?)$/i.test(path)

/** The endings of documents: those of Markdown in all spellings, and HTML with fields. */
export const ENDING = /\.(?:mdx?|markdown|mkdn?|mkdown|mdown|html?)$/i

/** The slug in a path: without date, language and ending; that of its folder for an article in one. */
export function slugOfPath(path: string): string {
  const parts = path.split('/')
  const name = isBundle(path) ? (parts.at(-2) ?? '') : (parts.at(-1) ?? '')
  return name
    .replace(ENDING, '')
    .replace(/\.[a-z]{2}(?:[-_][a-z]{2})?$/i, '')
    .replace(/^\d{4}-\d{2}-\d{2}[-_ ]/, '')
}

/** The date in the name of a file or its folder, as Jekyll has it, or in folders of years, months and days. */
export const dateOfPath = (path: string) =>
  /(?:^|\/)(\d{4}-\d{2}-\d{2})(?:[-_ .][^/]*|(?=\/))(?:\/index\.[\w.-]+)?$/.exec(path)?.[1] ??
  /(?:^|\/)(\d{4}\/\d{2}\/\d{2})\//.exec(path)?.[1] ??
  ''
