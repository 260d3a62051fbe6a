import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReactElement } from 'react'
import type { Settings } from '#core/domain/settings.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { plainTextOf } from '#server/platform/mail/plain-text.ts'
import { type MailLook, mailLookOf, SANS, SERIF } from '#server/platform/mail/templates/mail-look.ts'

/** Renders both parts of a mail from one tree. The renderer is loaded with the first mail, because most processes never need it. */
export async function renderMail(mail: ReactElement): Promise<{ html: string; text: string }> {
  const { render } = await import('@react-email/render')
  const html = withTypeface(await render(mail))
  return { html, text: `${await plainTextOf(html)}\n` }
}

/** The serif in the styles of mails, also where quotes are escaped. */
const SERIF_STYLE = new RegExp(SERIF.replaceAll("'", "(?:'|&#x27;)"), 'g')

/** A publication whose pages have no serifs has none in its mails. */
function withTypeface(html: string): string {
  return publication.getStore()?.settings.type === 'grotesk' ? html.replace(SERIF_STYLE, SANS) : html
}

/** The publication in whose name mails are written. */
export interface MailPublication {
  siteUrl: string
  settings: Settings
}

const publication = new AsyncLocalStorage<MailPublication>()

/** Runs `write` with the words and the look of this publication. */
export function writeMailsOf<T>(of: MailPublication, write: () => Promise<T>): Promise<T> {
  return publication.run(of, write)
}

/** The look of the publication whose mails are written. */
export function mailLook(): MailLook {
  const of = publication.getStore()
  return mailLookOf(of?.settings, of?.siteUrl)
}

/** The translator for a mail in this language. */
export function mailTranslator(language: Language): Translate {
  return publicationTranslator(publication.getStore()?.settings ?? DEFAULT_SITE_WORDS, language)
}
