import type { PublishedCorrection } from '#core/domain/article-correction.ts'
import type { Sections } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { sectionColors } from '#core/look/section-colors.ts'
import { linksOf, mapLinks } from '#core/newsletter/content-links.ts'
import { sectionsOf } from '#core/newsletter/section-marks.ts'
import type { ClickLinks } from '#server/features/newsletter/clicks/click-links.ts'
import { NewsletterLayout } from '#server/features/newsletter/mails/newsletter-layout.tsx'
import type { RenderableIssue } from '#server/features/newsletter/read-issue.ts'
import type { AlsoPublished } from '#server/features/newsletter/render/also-published.ts'
import { deriveContent } from '#server/features/newsletter/render/derive-content.ts'
import { divideContent, divideText } from '#server/features/newsletter/render/divide-content.ts'
import {
  fillPlaceholders,
  onlyFor,
  onlyForSections,
  parsePlaceholders,
  placeholderFor,
  sampleLinks,
} from '#server/features/newsletter/render/personalise-message.ts'
import { sanitiseHtml, withoutForbidden } from '#server/features/newsletter/render/sanitise-html.ts'
import type { StoryPicture } from '#server/features/newsletter/render/story-pictures.ts'
import { styleContent } from '#server/features/newsletter/render/style-content.ts'
import { plainTextsOf } from '#server/platform/mail/plain-text.ts'
import { mailLook, mailTranslator, renderMail, writeMailsOf } from '#server/platform/mail/render-mail.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

const NO_PICTURES: ReadonlyMap<string, StoryPicture> = new Map()

export interface RenderSite {
  siteUrl: string
  settings: Settings
  clickLinks: ClickLinks
}

export interface RenderedEdition {
  language: Language
  subject: string
  preheader: string
  /** The document with placeholders for personal links, which `personaliseMessage` fills. */
  html: string
  text: string
  /** The part between header and footer, for the web version. */
  content: string
  /** The size of the HTML part with filled placeholders. */
  bytes: number
  /** The addresses to which the content leads. */
  links: string[]
}

/** An issue to render, with what surrounds it. */
interface RenderedIssue extends RenderableIssue {
  /** Those since the previous issue. */
  corrections?: readonly PublishedCorrection[]
  /** By their addresses in articles. */
  pictures?: ReadonlyMap<string, StoryPicture>
  /** The articles that are not among its items. */
  also?: readonly AlsoPublished[]
}

/**
 * Renders the message of an edition. The same issue gives the same bytes.
 * @throws when the issue has no edition in the language
 */
export function renderEdition(
  issue: RenderedIssue,
  language: Language,
  site: RenderSite,
): Promise<RenderedEdition> {
  return writeMailsOf(site, () => render(issue, language, site))
}

async function render(
  given: RenderedIssue,
  language: Language,
  { siteUrl, settings, clickLinks }: RenderSite,
): Promise<RenderedEdition> {
  const { issue, editions, items, corrections = [], pictures = NO_PICTURES, also = [] } = given
  const { categories } = settings
  const edition = editions.find((candidate) => candidate.language === language)
  if (!edition) throw new Error(`Issue ${issue.id} has no edition in the language ${language}`)
  const t = mailTranslator(language)
  const html =
    edition.content ??
    deriveContent({
      edition,
      language,
      items,
      corrections,
      pictures,
      showsPictures: issue.shows_pictures,
      also,
      categories,
      siteUrl,
      t,
    })
  const sanitised = await offTurn(
    'server/features/newsletter/render/sanitise-html.ts#sanitiseHtml',
    sanitiseHtml,
    html,
  )
  const content = makeAbsolute(sanitised, siteUrl)
  const subject = oneLine(edition.subject)
  const preheader = oneLine(edition.preheader)
  const look = mailLook()
  const sections = new Map(sectionsOf(content).map((slug) => [slug, sectionColors(slug, settings)]))
  const direct = styleContent(content, { look, sections })
  const mail = await renderMail(
    NewsletterLayout({
      language,
      site: t('site.name'),
      look,
      sections,
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
  const divided = await divideBySections(direct, mail.text, settings)
  // The text part shows the target addresses, because people read them there.
  const counted = mail.html.replace(direct, () =>
    issue.counts_clicks
      ? countClicks(divided.html, { issueId: issue.id, siteUrl, clickLinks })
      : divided.html,
  )
  const sample = { isTest: false, links: sampleLinks(siteUrl, language) }
  return {
    language,
    subject,
    preheader,
    html: counted,
    text: divided.text,
    content,
    bytes: Buffer.byteLength(fillPlaceholders(parsePlaceholders(counted), sample)),
    links: [...new Set(linksOf(content))],
  }
}

/** Marks in the content and in the text of a mail what is only for readers of some sections. */
async function divideBySections(
  content: string,
  text: string,
  { categories, formerCategories }: Sections,
): Promise<{ html: string; text: string }> {
  const slugs = new Set([...categories.map(({ slug }) => slug), ...formerCategories.keys()])
  const place = 'server/features/newsletter/render/divide-content.ts#divideContent'
  const fragments = await offTurn(place, divideContent, content, slugs)
  if (fragments.every(({ sections }) => sections === null)) return { html: content, text }
  const [whole = '', ...texts] = await offTurn(
    'server/platform/mail/plain-text.ts#plainTextsOf',
    plainTextsOf,
    [content, ...fragments.map(({ readable }) => readable ?? '')],
  )
  const pieces = divideText(text, trimLines(whole), fragments, texts.map(trimLines))
  if (!pieces) return { html: content, text }
  const mark = (said: string, sections: readonly string[] | null) =>
    sections === null ? said : onlyForSections(sections, said)
  return {
    html: fragments.map(({ html, sections }) => mark(html, sections)).join(''),
    text: pieces.map((piece) => mark(piece.text, piece.sections)).join(''),
  }
}

const trimLines = (text: string) => text.replace(/^\n+|\n+$/g, '')

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
  // The spaces at which no line breaks stay, as before a French colon.
  return withoutForbidden(
    text.replace(/[^\S\u00a0\u202f]+/g, ' ').replace(/[\u202A-\u202E\u2066-\u2069]/g, ''),
  ).trim()
}
