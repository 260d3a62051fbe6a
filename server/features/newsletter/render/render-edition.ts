import type { PublishedCorrection } from '#core/domain/article-correction.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { linksOf, mapLinks } from '#core/newsletter/content-links.ts'
import type { ClickLinks } from '#server/features/newsletter/clicks/click-links.ts'
import { NewsletterLayout } from '#server/features/newsletter/mails/newsletter-layout.tsx'
import type { RenderableIssue } from '#server/features/newsletter/read-issue.ts'
import { deriveContent } from '#server/features/newsletter/render/derive-content.ts'
import {
  fillPlaceholders,
  onlyFor,
  parsePlaceholders,
  placeholderFor,
  sampleLinks,
} from '#server/features/newsletter/render/personalise-message.ts'
import { sanitiseHtml, withoutForbidden } from '#server/features/newsletter/render/sanitise-html.ts'
import { mailTranslator, renderMail, writeMailsOf } from '#server/platform/mail/render-mail.ts'
import { PALETTE, SANS, SERIF } from '#server/platform/mail/templates/styles.ts'

const MONO = "Consolas,Menlo,'Courier New',monospace"

const TEXT = `font-family:${SERIF};font-size:17px;line-height:27px;color:${PALETTE.ink}`

/** The class, for dark mode and small screens, and the style of each element. */
const STYLES = new Map([
  ['p', ['ink', `margin:0 0 16px;${TEXT}`]],
  ['div', ['ink', `margin:0 0 8px;${TEXT}`]],
  [
    'h2',
    [
      'ink',
      `margin:36px 0 16px;padding:12px 0 0;border-top:2px solid ${PALETTE.ink};font-family:${SANS};font-size:15px;line-height:20px;font-weight:700;color:${PALETTE.ink}`,
    ],
  ],
  [
    'h3',
    [
      'ink',
      `margin:24px 0 6px;font-family:${SERIF};font-size:21px;line-height:27px;font-weight:700;color:${PALETTE.ink}`,
    ],
  ],
  [
    'h4',
    [
      'ink',
      `margin:20px 0 6px;font-family:${SANS};font-size:16px;line-height:24px;font-weight:700;color:${PALETTE.ink}`,
    ],
  ],
  ['ul', ['ink', `margin:0 0 16px;padding:0 0 0 24px;${TEXT}`]],
  ['ol', ['ink', `margin:0 0 16px;padding:0 0 0 24px;${TEXT}`]],
  ['li', ['ink', `margin:0 0 8px;${TEXT}`]],
  [
    'blockquote',
    ['ink', `margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${PALETTE.brand};${TEXT}`],
  ],
  [
    'pre',
    [
      'ink wash',
      `margin:0 0 16px;padding:12px;background-color:${PALETTE.wash};font-family:${MONO};font-size:14px;line-height:21px;color:${PALETTE.ink};white-space:pre-wrap`,
    ],
  ],
  ['code', ['', `font-family:${MONO};font-size:15px`]],
  ['small', ['faint', `font-family:${SANS};font-size:14px;line-height:20px;color:${PALETTE.faint}`]],
  ['hr', ['line', `margin:28px 0;border:0;border-top:1px solid ${PALETTE.line}`]],
  ['a', ['ink', `color:${PALETTE.ink};text-decoration:underline`]],
  ['img', ['', 'display:block;width:auto;max-width:100%;height:auto;border:0']],
])

const ELEMENT = new RegExp(`<(${[...STYLES.keys()].join('|')})(?=[ >])([^>]*)>`, 'g')

/** Outlook only supports the attribute, and would widen the mail to the width of a larger picture. */
const IMAGE_WIDTH = ' width="528"'

export interface RenderSite {
  siteUrl: string
  settings: Settings
  clickLinks: ClickLinks
}

export interface RenderedEdition {
  language: Language
  subject: string
  preheader: string
  /** With placeholders for personal links, which `personaliseMessage` fills. */
  html: string
  text: string
  /** The part between header and footer, for the web version. */
  content: string
  /** The size of the HTML part with filled placeholders. */
  bytes: number
  /** The addresses to which the content leads. */
  links: string[]
}

/** An issue to render; `corrections` are those since the previous issue. */
type RenderedIssue = RenderableIssue & { corrections?: readonly PublishedCorrection[] }

/**
 * Renders the message of an edition. The same issue gives the same bytes.
 * @throws when the issue has no edition in the language
 */
export function renderEdition(
  issue: RenderedIssue,
  language: Language,
  site: RenderSite,
): Promise<RenderedEdition> {
  return writeMailsOf(site.settings, () => render(issue, language, site))
}

async function render(
  { issue, editions, items, corrections = [] }: RenderedIssue,
  language: Language,
  { siteUrl, settings, clickLinks }: RenderSite,
): Promise<RenderedEdition> {
  const edition = editions.find((candidate) => candidate.language === language)
  if (!edition) throw new Error(`Issue ${issue.id} has no edition in the language ${language}`)
  const t = mailTranslator(language)
  const html = edition.content ?? deriveContent({ edition, language, items, corrections, siteUrl, t })
  const content = makeAbsolute(sanitiseHtml(html), siteUrl)
  const subject = oneLine(edition.subject)
  const preheader = oneLine(edition.preheader)
  const direct = mailHtmlOf(content)
  const mail = await renderMail(
    NewsletterLayout({
      language,
      site: t('site.name'),
      subject,
      preheader,
      content: direct,
      postalAddress: settings.postal_address && withoutForbidden(settings.postal_address),
      words: {
        web: t('mail.newsletter.web'),
        reason:
          onlyFor('subscriber', t('mail.newsletter.reason')) + onlyFor('test', t('mail.newsletter.test')),
        unsubscribe: t('mail.newsletter.unsubscribe'),
        preferences: t('mail.newsletter.preferences'),
      },
      links: {
        web: placeholderFor('web'),
        unsubscribe: placeholderFor('unsubscribe'),
        preferences: placeholderFor('preferences'),
      },
    }),
  )
  // The text part shows the target addresses, because people read them there.
  const counted = issue.counts_clicks
    ? mail.html.replace(direct, () =>
        mailHtmlOf(countClicks(content, { issueId: issue.id, siteUrl, clickLinks })),
      )
    : mail.html
  const sample = { isTest: false, links: sampleLinks(siteUrl, language) }
  return {
    language,
    subject,
    preheader,
    html: counted,
    text: mail.text,
    content,
    bytes: Buffer.byteLength(fillPlaceholders(parsePlaceholders(counted), sample)),
    links: [...new Set(linksOf(content))],
  }
}

/** Makes the paths of links and pictures of our own site absolute. */
function makeAbsolute(content: string, siteUrl: string): string {
  return content.replace(/<(a href|img src)="\//g, `<$1="${siteUrl}/`)
}

/** Replaces the links of a mail by redirects that count clicks. */
function countClicks(
  content: string,
  { issueId, siteUrl, clickLinks }: { issueId: string } & Pick<RenderSite, 'siteUrl' | 'clickLinks'>,
): string {
  return mapLinks(content, (href, index) => {
    if (!/^https?:/.test(href)) return { href }
    const target = href.startsWith(`${siteUrl}/`) ? href.slice(siteUrl.length) : href
    return { href: siteUrl + clickLinks.pathOf({ issueId, link: index + 1, target }) }
  })
}

/** Removes line breaks, which would begin another header of the mail, and characters that change the text direction. */
function oneLine(text: string): string {
  return withoutForbidden(text.replace(/\s+/g, ' ').replace(/[\u202A-\u202E\u2066-\u2069]/g, '')).trim()
}

/** Adds inline styles to sanitised content, because many mail programs drop stylesheets. */
function mailHtmlOf(content: string): string {
  return content.replace(ELEMENT, (_, name: string, attributes: string) => {
    const [className, style] = STYLES.get(name) ?? []
    const width = name === 'img' && !/ width="/.test(attributes) ? IMAGE_WIDTH : ''
    return `<${name}${width}${className && ` class="${className}"`} style="${style}"${attributes}>`
  })
}
