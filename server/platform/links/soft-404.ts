import { anyOf } from '#core/languages/facts-of.ts'

/** Titles of pages that report a missing page. */
const MISSING = new RegExp(`(?<!\\p{L})(?:${anyOf(({ pages }) => pages.missing)})(?!\\p{L})`, 'iu')

export interface PageSummary {
  title: string
  heading: string
  /** The first words of its text, without numbers and addresses. */
  text: string
}

/** Summarises what a reader sees of a page. */
export function summarise(html: string): PageSummary {
  const part = (name: string) => {
    const start = html.search(new RegExp(`<${name}[\\s>]`, 'i'))
    if (start === -1) return ''
    const end = html.toLowerCase().indexOf(`</${name}`, start)
    return textOf(html.slice(start, end === -1 ? start + 500 : Math.min(end, start + 2000))).slice(0, 300)
  }
  return { title: part('title'), heading: part('h1'), text: textOf(html).slice(0, 20_000) }
}

/** True when a page with status 200 reports that it does not exist. */
export function saysMissing({ title, heading }: PageSummary): boolean {
  return MISSING.test(title) || (heading.length < 120 && MISSING.test(heading))
}

/** True when two pages are the same but for what changes with each request. */
export function isSamePage(one: PageSummary, other: PageSummary): boolean {
  if (one.title !== other.title || one.heading !== other.heading) return false
  const [a, b] = [one.text.length, other.text.length]
  return (
    one.text === other.text ||
    (Math.abs(a - b) < 0.02 * Math.max(a, b) && one.text.slice(0, 2000) === other.text.slice(0, 2000))
  )
}

function textOf(html: string): string {
  return html
    .replace(/<(script|style|noscript|template)\b[^<>]*>[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/https?:\/\/\S+|\/\S+|\d+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
