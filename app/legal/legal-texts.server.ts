import { parse } from 'yaml'
import type { Language } from '#core/i18n/languages.ts'
import { renderDocument } from '#core/markdown/render-markdown.ts'
import type { LegalPage } from '#core/paths.ts'

const FILES = import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default', eager: true })

export interface SiteDocument {
  title: string
  /** Whether the title names the publication. */
  isSigned: boolean
  description: string
  /** The day of its last change, YYYY-MM-DD. */
  updated: string
  html: string
}

/** What differs from site to site. */
interface Values {
  site: string
  contactEmail: string
  siteUrl: string
}

/** One of the site's own documents, with what differs from site to site filled in. */
export function readDocument(name: LegalPage, language: Language, values: Values): SiteDocument {
  const [, yaml = '', text = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(FILES[`./${language}/${name}.md`] ?? '') ?? []
  const { title, description, updated } = parse(yaml) as Omit<SiteDocument, 'html' | 'isSigned'>
  const { site, contactEmail, siteUrl } = values
  // An address of a link ends at some characters that a mail address may hold.
  const mailto = `mailto:${encodeURIComponent(contactEmail).replace('%40', '@')}`
  const markdown = fill(
    text.replaceAll('mailto:{{contactEmail}}', () => mailto),
    {
      site: withoutMarkup(site),
      contactEmail: withoutMarkup(contactEmail),
      siteUrl,
    },
  )
  return {
    title: fill(title, values),
    isSigned: title.includes('{{site}}'),
    description: fill(description, values),
    updated,
    html: renderDocument(markdown, language),
  }
}

/** In one pass, so that nothing in a value is filled in again. */
function fill(text: string, values: Values): string {
  return text.replace(/\{\{(site|contactEmail|siteUrl)\}\}/g, (_, name: keyof Values) => values[name])
}

/** Text that Markdown takes for nothing but text, wherever it stands: an entity is never part of its markup. */
function withoutMarkup(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`)
}
