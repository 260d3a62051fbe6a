import { parse } from 'yaml'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { renderDocument } from '#core/markdown/render-markdown.ts'
import type { LegalPage } from '#core/paths.ts'

const FILES = import.meta.glob<string>('../../../core/i18n/messages/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

interface LegalText {
  title: string
  /** Whether the title contains the name of the publication. */
  titleHasSiteName: boolean
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
  /** When the newsletter goes out on Sundays. */
  newsletterTime: string
}

/** One of the texts about the publication, with `values` filled in. */
export function readLegalText(
  name: LegalPage,
  { language, subject, ...values }: Values & { language: Language; subject: Settings['subject'] },
): LegalText {
  const [, yaml = '', text = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(sourceOf(name, language, subject)) ?? []
  const { title, description, updated } = parse(yaml) as Omit<LegalText, 'html' | 'titleHasSiteName'>
  const { site, contactEmail, siteUrl, newsletterTime } = values
  // Some characters that a mail address may contain would end the address of a link.
  const mailto = `mailto:${encodeURIComponent(contactEmail).replace('%40', '@')}`
  const markdown = fill(
    text.replaceAll('mailto:{{contactEmail}}', () => mailto),
    {
      site: withoutMarkup(site),
      contactEmail: withoutMarkup(contactEmail),
      siteUrl,
      newsletterTime,
    },
  )
  return {
    title: fill(title, values),
    titleHasSiteName: title.includes('{{site}}'),
    description: fill(description, values),
    updated,
    html: renderDocument(markdown, language),
  }
}

/** The shipped text; for other subjects in neutral words, where it speaks of artificial intelligence. */
function sourceOf(name: LegalPage, language: Language, subject: Settings['subject']): string {
  const inFolder = (folder: string) => FILES[`../../../core/i18n/messages/${folder}/${name}.md`]
  return (subject === 'any' && inFolder(`${language}/any`)) || inFolder(language) || ''
}

/** In one pass, so that nothing in a value is filled in again. */
function fill(text: string, values: Values): string {
  return text.replace(
    /\{\{(site|contactEmail|siteUrl|newsletterTime)\}\}/g,
    (_, name: keyof Values) => values[name],
  )
}

/** Writes punctuation as entities, which Markdown always takes for text and never for markup. */
function withoutMarkup(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`)
}
