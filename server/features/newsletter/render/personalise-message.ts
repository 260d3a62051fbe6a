import type { Settings } from '#core/domain/settings.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { escapeAddress } from '#core/newsletter/content-links.ts'
import { NEWSLETTER_PATH, newsletterIssuePath, preferencesPath, unsubscribePath } from '#core/paths.ts'
import type { SubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'

/** The rendered message of a language, the same for all recipients. */
export interface SealedMessage {
  language: Language
  subject: string
  html: string
  text: string
}

interface MessageRecipient {
  /** Null for a test: its links lead to the site. */
  subscriberId: string | null
  deliveryId: string
  /** Those of which the recipient gets the stories; absent for the whole issue. */
  sections?: readonly string[] | null
}

interface MessageContext {
  siteUrl: string
  settings: Pick<Settings, 'newsletter_reply_to'>
  links: SubscriberLinks
  /** Null while it is not approved. */
  issueSlug: string | null
}

interface PersonalisedMessage extends SealedMessage {
  headers: Record<string, string>
}

/** Builds the message of one recipient by joining strings, because a send builds tens of thousands. */
export function personaliseMessage(
  message: SealedMessage,
  { subscriberId, sections = null }: MessageRecipient,
  site: MessageContext,
): PersonalisedMessage {
  const { language, subject } = message
  const places = placesOf(message)
  const frame = frameOf(site, language)
  const isTest = subscriberId === null
  const links = isTest ? frame.testLinks : frame.linksFor(subscriberId)
  return {
    language,
    subject,
    html: fillPlaceholders(places.html, { isTest, links: mapValues(links, escapeAddress), sections }),
    text: fillPlaceholders(places.text, { isTest, links, sections }),
    // Only the link to unsubscribe identifies the recipient; mail programs show it as a button (RFC 8058).
    headers: {
      ...(!isTest && {
        'List-Unsubscribe': `<${links.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      ...frame.headers,
    },
  }
}

/** Tells whether nothing in a message is of these sections. One that cannot be divided is for everybody. */
export function isEmptyFor(message: SealedMessage, sections: readonly string[] | null): boolean {
  if (sections === null) return false
  const parts = placesOf(message).html.filter(
    (piece) => typeof piece !== 'string' && 'sections' in piece && piece.sections.length > 0,
  )
  return parts.length > 0 && !parts.some((piece) => isFor(piece, sections))
}

/** The parsed parts of each message, cached as long as the message is in use. */
const parsed = new WeakMap<SealedMessage, Record<'html' | 'text', ReturnType<typeof parsePlaceholders>>>()

function placesOf(message: SealedMessage) {
  const known = parsed.get(message)
  if (known) return known
  const places = { html: parsePlaceholders(message.html), text: parsePlaceholders(message.text) }
  parsed.set(message, places)
  return places
}

type Links = Record<PersonalLink, string>

/** The links and headers of a language, prepared once because building addresses is the slowest part. */
interface Frame {
  linksFor(subscriberId: string): Links
  testLinks: Links
  headers: Record<string, string>
}

const frames = new WeakMap<MessageContext, Map<Language, Frame>>()

function frameOf(site: MessageContext, language: Language): Frame {
  const known = frames.get(site) ?? new Map<Language, Frame>()
  frames.set(site, known)
  const frame = known.get(language) ?? createFrame(site, language)
  known.set(language, frame)
  return frame
}

function createFrame({ siteUrl, settings, links, issueSlug }: MessageContext, language: Language): Frame {
  const host = listHostOf(siteUrl)
  const landing = siteUrl + localizedPath(NEWSLETTER_PATH, language)
  const web = issueSlug === null ? landing : siteUrl + newsletterIssuePath(issueSlug, language)
  const unsubscribe = around(siteUrl + unsubscribePath(TOKEN, language))
  const preferences = around(siteUrl + preferencesPath(TOKEN, language))
  return {
    linksFor: (subscriberId) => ({
      unsubscribe: unsubscribe(links.tokenFor('unsubscribe', subscriberId)),
      preferences: preferences(links.tokenFor('preferences', subscriberId)),
      web,
    }),
    // The issue of a test is not on the web yet.
    testLinks: { unsubscribe: landing, preferences: landing, web: landing },
    headers: {
      'List-Id': `<newsletter.${host}>`,
      Precedence: 'bulk',
      // The issue, the language, the kind of mail, and the sender, by which Gmail groups complaints.
      'Feedback-ID': `${issueSlug ?? 'test'}:${language}:newsletter:${host.replaceAll('.', '-')}`,
      ...(settings.newsletter_reply_to && { 'Reply-To': settings.newsletter_reply_to }),
    },
  }
}

/** A placeholder for a token, of characters that addresses do not escape. */
const TOKEN = 'T-O-K-E-N'

function around(address: string): (token: string) => string {
  const [before = '', after = ''] = address.split(TOKEN)
  return (token) => before + token + after
}

function mapValues(links: Links, change: (link: string) => string): Links {
  return {
    unsubscribe: change(links.unsubscribe),
    preferences: change(links.preferences),
    web: change(links.web),
  }
}

/** RFC 2919 asks for a domain, so that an IP address is replaced. */
function listHostOf(siteUrl: string): string {
  const { hostname } = new URL(siteUrl)
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
}

/*
 * A message is rendered once, with placeholders for the links of each recipient. A placeholder is marked by noncharacters of Unicode, which
 * `withoutForbidden` removes from all texts of people and models.
 */

const [OPEN, BAR, CLOSE] = ['\uFDD0', '\uFDD2', '\uFDD1']

/** The links of a message that lead to its recipient's own pages, or to its web version. */
type PersonalLink = 'unsubscribe' | 'preferences' | 'web'

export function placeholderFor(link: PersonalLink): string {
  return `${OPEN}${link}${CLOSE}`
}

/** A text that is only in messages to subscribers, or only in tests. */
export function onlyFor(reader: 'subscriber' | 'test', text: string): string {
  return `${OPEN}${reader}${BAR}${text}${CLOSE}`
}

/** A part of the content that is only in messages to readers of one of these sections, and to those who get the whole issue. */
export function onlyForSections(sections: readonly string[], text: string): string {
  return `${OPEN}${SECTIONS}${sections.join(' ')}${BAR}${text}${CLOSE}`
}

const SECTIONS = 'in '

interface PlaceholderValues {
  isTest: boolean
  links: Readonly<Record<PersonalLink, string>>
  /** Absent for the whole message. */
  sections?: readonly string[] | null
}

type Piece =
  | string
  | { link: PersonalLink }
  | { reader: string; text: string }
  | { sections: readonly string[]; text: string }

/** Splits a text at its placeholders, once for all messages that are built from it. */
export function parsePlaceholders(text: string): readonly Piece[] {
  return text.split(/(\uFDD0[^\uFDD1]*\uFDD1)/).flatMap((part): Piece | [] => {
    if (!part.startsWith(OPEN)) return part === '' ? [] : part
    const [name = '', only] = part.slice(1, -1).split(BAR)
    if (only === undefined) return { link: name as PersonalLink }
    if (!name.startsWith(SECTIONS)) return { reader: name, text: only }
    return { sections: name.slice(SECTIONS.length).split(' ').filter(Boolean), text: only }
  })
}

export function fillPlaceholders(
  pieces: readonly Piece[],
  { isTest, links, sections = null }: PlaceholderValues,
): string {
  let filled = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') filled += piece
    else if ('link' in piece) filled += links[piece.link]
    else if ('sections' in piece) filled += sections === null || isFor(piece, sections) ? piece.text : ''
    else if ((piece.reader === 'test') === isTest) filled += piece.text
  }
  return filled
}

const isFor = (piece: Piece, sections: readonly string[]) =>
  typeof piece !== 'string' && 'sections' in piece && piece.sections.some((slug) => sections.includes(slug))

/** Links of the same length as real ones, to measure the size of a message. */
export function sampleLinks(siteUrl: string, language: Language): Record<PersonalLink, string> {
  const query = language === 'en' ? '' : `&amp;lang=${language}`
  const token = 'A'.repeat(64)
  return {
    unsubscribe: `${siteUrl}/unsubscribe?token=${token}${query}`,
    preferences: `${siteUrl}/newsletter/preferences?token=${token}${query}`,
    web: `${siteUrl}/newsletter/issues/0000-00-00-00${query.replace('&amp;', '?')}`,
  }
}
