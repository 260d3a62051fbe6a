import type { PublishedCorrection } from '#core/domain/article-correction.ts'
import type { Sections } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { sectionColors } from '#core/look/section-colors.ts'
import { linksOf, mapLinks } from '#core/newsletter/content-links.ts'
import { SECTION_MARK, sectionsOf } from '#core/newsletter/kept-html.ts'
import { STORY_PICTURES } from '#core/newsletter/story-pictures.ts'
import type { ClickLinks } from '#server/features/newsletter/clicks.ts'
import { NewsletterLayout } from '#server/features/newsletter/mails/newsletter-layout.tsx'
import type { AlsoPublished, RenderableIssue, StoryPicture } from '#server/features/newsletter/read-issue.ts'
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
import { plainTextsOf } from '#server/platform/mail/plain-text.ts'
import { mailLook, mailTranslator, renderMail, writeMailsOf } from '#server/platform/mail/render-mail.ts'
import {
  type MailLook,
  PALETTE,
  SANS,
  SECTION_CLASS,
  SERIF,
  type SectionColors,
} from '#server/platform/mail/templates/mail-look.ts'
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

const MONO = "Consolas,Menlo,'Courier New',monospace"

const TEXT = `font-family:${SERIF};font-size:17px;line-height:27px;color:${PALETTE.ink}`
const HEADLINE = `font-family:${SERIF};font-weight:700;text-wrap:balance;color:${PALETTE.ink}`

/** The class, for dark mode and small screens, and the style of an element. */
type Styled = readonly [className: string, style: string]

const STYLES = new Map<string, Styled>([
  ['p', ['ink', `margin:0 0 16px;${TEXT}`]],
  ['div', ['ink', `margin:0 0 8px;${TEXT}`]],
  [
    'h2',
    [
      'ink',
      `clear:both;margin:40px 0 20px;padding:12px 0 0;border-top:2px solid ${PALETTE.ink};font-family:${SANS};font-size:16px;line-height:22px;font-weight:700;color:${PALETTE.ink}`,
    ],
  ],
  ['h3', ['ink', `margin:0 0 8px;font-size:20px;line-height:26px;${HEADLINE}`]],
  [
    'h4',
    [
      'ink',
      `margin:20px 0 6px;font-family:${SANS};font-size:16px;line-height:24px;font-weight:700;color:${PALETTE.ink}`,
    ],
  ],
  ['ul', ['ink', `margin:0 0 16px;padding:0 0 0 20px;${TEXT}`]],
  ['ol', ['ink', `margin:0 0 16px;padding:0 0 0 24px;${TEXT}`]],
  ['li', ['ink', `margin:0 0 8px;${TEXT}`]],
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

const LEAD: Styled = ['ink lead', `margin:0 0 10px;font-size:27px;line-height:33px;${HEADLINE}`]
const HEADLINE_LINK: Styled = ['ink', `color:${PALETTE.ink};text-decoration:none`]
const PICTURE_LINK: Styled = ['faint', `color:${PALETTE.faint};text-decoration:none`]

/** Where a program shows no pictures, what they show is written in their place. */
const ALT_TEXT = `border:0;background-color:${PALETTE.wash};font-family:${SANS};font-size:13px;line-height:18px;letter-spacing:0;font-weight:400;text-transform:none`
const LEAD_PICTURE: Styled = [
  'wash',
  `display:block;width:100%;max-width:${STORY_PICTURES.lead.width}px;height:auto;margin:0 0 16px;${ALT_TEXT}`,
]
const SMALL_PICTURE: Styled = [
  'wash small',
  `float:right;width:${STORY_PICTURES.small.width}px;height:${STORY_PICTURES.small.height}px;margin:3px 0 10px 22px;${ALT_TEXT}`,
]

const MARK = `font-family:${SANS};font-size:13px;line-height:18px;font-weight:600;letter-spacing:0.05em;text-transform:uppercase`
const SQUARE = '<span aria-hidden="true" style="font-size:11px">■&#160;</span>'
const SECTION = new RegExp(` ${SECTION_MARK}="([^"]+)"`)
const HAS_WIDTH = / width="(\d+)"/

const ELEMENT = new RegExp(`<(/?)(blockquote|${[...STYLES.keys()].join('|')})(?=[ />])([^>]*?)( ?/)?>`, 'g')

interface ContentLook {
  look: MailLook
  sections: ReadonlyMap<string, SectionColors>
}

/**
 * Adds inline styles to sanitised content, because many mail programs drop stylesheets. The first story is the lead. A paragraph that names a
 * section is no part of the text part, and neither is the picture in it.
 */
function styleContent(content: string, { look, sections }: ContentLook): string {
  let stories = 0
  /** True if a story begins below a heading, and not below another one. */
  let isBelowHeading = true
  let inside: 'mark' | 'headline' | null = null
  /** True if the story has a small picture. Its text keeps to its own column then, and does not flow around the picture. */
  let isBeside = false

  function openMark(section: string): [...Styled, string] {
    const line = isBelowHeading ? '' : `padding:24px 0 0;border-top:1px solid ${PALETTE.line};`
    stories++
    isBelowHeading = false
    isBeside = false
    inside = 'mark'
    return [
      `${SECTION_CLASS}${section} line`,
      `clear:both;margin:${line ? 26 : 0}px 0 6px;${line}${MARK};color:${sections.get(section)?.light ?? PALETTE.faint}`,
      ' data-skip-in-text="true"',
    ]
  }

  function styleOf(name: string, attributes: string): readonly [...Styled, string?] {
    const section = name === 'p' && SECTION.exec(attributes)?.[1]
    if (section) return openMark(section)
    if (name === 'h2') {
      isBelowHeading = true
      isBeside = false
    }
    if (name === 'h3') {
      inside = 'headline'
      if (stories === 1) return LEAD
    }
    if (name === 'a' && inside) return inside === 'headline' ? HEADLINE_LINK : PICTURE_LINK
    if (name === 'img') {
      const width = HAS_WIDTH.exec(attributes)?.[1]
      if (inside === 'mark' && width === String(STORY_PICTURES.lead.width)) return LEAD_PICTURE
      // Outlook only knows the attribute.
      if (inside === 'mark' && width) {
        isBeside = true
        return [...SMALL_PICTURE, ' align="right"']
      }
      // Outlook ignores `max-width`, and would widen the mail to the width of a larger picture.
      if (!width) return [...styled('img'), ` width="${STORY_PICTURES.lead.width}"`]
    }
    if (name === 'blockquote') return quotation(look)
    const [className, style] = styled(name)
    return [className, isBeside && (name === 'h3' || name === 'p') ? `${style};overflow:hidden` : style]
  }

  return content.replace(
    ELEMENT,
    (whole, closing, name: string, attributes: string, end = '', at: number) => {
      if (closing) {
        const endsPicture = name === 'a' && inside === 'mark'
        if (name === 'p' || name === 'h3') inside = null
        return endsPicture ? whole + SQUARE : whole
      }
      const [className, style, added = ''] = styleOf(name, attributes)
      const isMark = name === 'p' && inside === 'mark'
      const square = isMark && !content.startsWith('<a ', at + whole.length) ? SQUARE : ''
      return `<${name}${attributes}${added}${className && ` class="${className}"`} style="${style}"${end}>${square}`
    },
  )
}

function styled(name: string): Styled {
  return STYLES.get(name) ?? ['', '']
}

function quotation({ palette }: MailLook): Styled {
  return [
    'ink quote',
    `margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${palette.light.mark};${TEXT}`,
  ]
}
