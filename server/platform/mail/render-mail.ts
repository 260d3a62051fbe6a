import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReactElement } from 'react'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import { type Publication, publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import type { Translate } from '#core/i18n/translator.ts'

/** How html-to-text makes the text part: without wrapping, with addresses between angle brackets, and with a signature as in RFC 3676. */
const TEXT_PART = {
  wordwrap: false,
  selectors: [
    {
      selector: 'a',
      options: { linkBrackets: ['<', '>'] as [string, string], hideLinkHrefIfSameAsText: true },
    },
    ...['h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    {
      selector: 'hr[data-signature]',
      format: 'blockString',
      options: { string: '-- ', trailingLineBreaks: 1 },
    },
    { selector: 'p[data-signature]', format: 'paragraph', options: { leadingLineBreaks: 1 } },
  ],
}

/** Renders both parts of a mail from one tree. The renderer is loaded with the first mail, because most processes never need it. */
export async function renderMail(mail: ReactElement): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(mail)
  return { html, text: `${toPlainText(html, TEXT_PART)}\n` }
}

const current = new AsyncLocalStorage<Publication>()

/** Runs `write` with the name and the words of this publication, from which `mailTranslator` makes messages. */
export function writeMailsOf<T>(publication: Publication, write: () => Promise<T>): Promise<T> {
  return current.run(publication, write)
}

/** The translator for a mail in this language. */
export function mailTranslator(language: Language): Translate {
  return publicationTranslator(current.getStore() ?? DEFAULT_SITE_WORDS, language)
}
