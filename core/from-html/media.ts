import {
  embeddedPage,
  fileNameOf,
  linkAddress,
  pictureAddress,
  type Resolve,
} from '#core/from-html/addresses.ts'
import type { ImageRun, Link } from '#core/from-html/document.ts'
import type { Attributes } from '#core/from-html/html-events.ts'
import { cleanText } from '#core/from-html/open-line.ts'

/** An element that plays or shows something in a page, and becomes a link. */
export interface Media {
  kind: 'embed' | 'media'
  address: string
  title: string
}

/** The media of an element; null for one that has none of its own. */
export function readMedia(name: string, attributes: Attributes): Media | null {
  if (!/^(?:iframe|embed|object|video|audio)$/.test(name)) return null
  const written = attributes.get(name === 'object' ? 'data' : 'src') ?? attributes.get('data-src') ?? ''
  const title = oneLine(attributes.get('title') ?? '')
  if (name === 'video' || name === 'audio') return { kind: 'media', address: written, title }
  return { kind: 'embed', address: written, title }
}

/** The text and the target of the link that media become; null when they have no address. */
export function mediaLink(
  { kind, address: written, title }: Media,
  resolve: Resolve,
): (Link & { text: string }) | null {
  const allowed = linkAddress(written, resolve)
  const address = allowed && kind === 'embed' ? embeddedPage(allowed) : allowed
  if (!address) return null
  const text = title || (kind === 'media' ? fileNameOf(address) : '') || address
  return { address, title: '', text }
}

/** The image of an element; a text for a picture of a character; null for one that cannot be shown, or is invisible. */
export function readImage(
  attributes: Attributes,
  link: Link | null,
  resolve: Resolve,
): ImageRun | string | null {
  const alt = oneLine(attributes.get('alt') ?? '')
  if (/\b(?:emoji|wp-smiley)\b/.test(attributes.get('class') ?? '') && alt) return alt
  const written = ['data-orig-file', 'data-lazy-src', 'data-src', 'src']
    .map((name) => (attributes.get(name) ?? '').trim())
    .filter((address) => address && !address.startsWith('data:'))
  const address = pictureAddress(written[0] ?? firstOf(attributes.get('srcset') ?? ''), resolve)
  if (!address) return null
  return {
    type: 'image',
    address,
    alt,
    title: oneLine(attributes.get('title') ?? '') || (isPicture(link) ? link.title : ''),
    link: isPicture(link) ? null : link,
  }
}

/** Images of one pixel count readers. */
export function isTracker(attributes: Attributes): boolean {
  return (
    /^[01](?:px)?$/.test(attributes.get('width') ?? '') ||
    /^[01](?:px)?$/.test(attributes.get('height') ?? '')
  )
}

/** A link to the picture itself, or to WordPress' page of it. */
function isPicture(link: Link | null): link is Link {
  return (
    link !== null &&
    /(?:\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)|[?&]attachment_id=\d)/i.test(link.address)
  )
}

const firstOf = (srcset: string) => srcset.trim().split(/[\s,]/)[0] ?? ''
export const oneLine = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim()
