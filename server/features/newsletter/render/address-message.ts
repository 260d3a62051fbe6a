import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import { escapeAddress } from '#core/newsletter/content-links.ts'
import { NEWSLETTER_PATH, newsletterIssuePath, preferencesPath, unsubscribePath } from '#core/paths.ts'
import {
  fillPlaces,
  type PersonalLink,
  parsePlaces,
} from '#server/features/newsletter/render/personal-links.ts'
import type { SubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'

/** What all recipients of a language get, as it was rendered. */
export interface SealedMessage {
  language: Language
  subject: string
  html: string
  text: string
}

export interface MessageRecipient {
  /** Null for a test: its links lead to the site. */
  subscriberId: string | null
  deliveryId: string
}

export interface AddressSite {
  siteUrl: string
  settings: Pick<Settings, 'newsletter_reply_to'>
  links: SubscriberLinks
  /** Null while it is not approved. */
  issueSlug: string | null
}

export interface AddressedMessage extends SealedMessage {
  headers: Record<string, string>
}

/** Makes the message of one recipient by joining pieces of text: fifty thousand of them are made for a send. */
export function addressMessage(
  message: SealedMessage,
  { subscriberId }: MessageRecipient,
  site: AddressSite,
): AddressedMessage {
  const { language, subject } = message
  const places = placesOf(message)
  const frame = frameOf(site, language)
  const isTest = subscriberId === null
  const links = isTest ? frame.testLinks : frame.linksFor(subscriberId)
  return {
    language,
    subject,
    html: fillPlaces(places.html, { isTest, links: mapValues(links, escapeAddress) }),
    text: fillPlaces(places.text, { isTest, links }),
    // Nothing in them names the recipient but the link to unsubscribe, for which mail programs have a button (RFC 8058).
    headers: {
      ...(!isTest && {
        'List-Unsubscribe': `<${links.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      ...frame.headers,
    },
  }
}

/** The parsed parts of a message, as long as somebody holds it. */
const parsed = new WeakMap<SealedMessage, Record<'html' | 'text', ReturnType<typeof parsePlaces>>>()

function placesOf(message: SealedMessage) {
  const known = parsed.get(message)
  if (known) return known
  const places = { html: parsePlaces(message.html), text: parsePlaces(message.text) }
  parsed.set(message, places)
  return places
}

type Links = Record<PersonalLink, string>

/** What is the same for all recipients of a language, because composing addresses takes longer than the rest. */
interface Frame {
  linksFor(subscriberId: string): Links
  testLinks: Links
  headers: Record<string, string>
}

const frames = new WeakMap<AddressSite, Map<Language, Frame>>()

function frameOf(site: AddressSite, language: Language): Frame {
  const known = frames.get(site) ?? new Map<Language, Frame>()
  frames.set(site, known)
  const frame = known.get(language) ?? createFrame(site, language)
  known.set(language, frame)
  return frame
}

function createFrame({ siteUrl, settings, links, issueSlug }: AddressSite, language: Language): Frame {
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

/** Stands for a token, which has only characters that no address escapes. */
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

/** RFC 2919 wants a domain, which an IP address is not. */
function listHostOf(siteUrl: string): string {
  const { hostname } = new URL(siteUrl)
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
}
