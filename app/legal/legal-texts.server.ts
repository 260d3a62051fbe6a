import { parse } from 'yaml'
import type { Language } from '#core/i18n/languages.ts'
import { renderDocument } from '#core/markdown/render-markdown.ts'
import type { LegalPage } from '#core/paths.ts'

const FILES = import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default', eager: true })

export interface SiteDocument {
  title: string
  description: string
  /** The day of its last change, YYYY-MM-DD. */
  updated: string
  html: string
}

/** One of the site's own documents, with what differs from site to site filled in. */
export function readDocument(
  name: LegalPage,
  language: Language,
  values: { contactEmail: string; siteUrl: string },
): SiteDocument {
  const [, yaml = '', text = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(FILES[`./${language}/${name}.md`] ?? '') ?? []
  const header = parse(yaml) as Omit<SiteDocument, 'html'>
  const filled = text
    .replaceAll('{{contactEmail}}', values.contactEmail)
    .replaceAll('{{siteUrl}}', values.siteUrl)
  return { ...header, html: renderDocument(filled, language) }
}
