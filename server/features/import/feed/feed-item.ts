import { htmlToText } from '#server/features/import/html/html-to-text.ts'

/** An item of a feed of any format. */
export interface FeedItem {
  id: string
  address: string
  title: string
  /** HTML. */
  content: string
  /** What addresses in the content are relative to, where the feed says it. */
  base: string
  summary: string
  published: string
  updated: string
  authors: string[]
  tags: string[]
  image: string
  /** Addresses of what is to be heard or seen. */
  media: string[]
  language: string
}

/** What a feed says of itself, as far as it says it. */
export interface FeedAbout {
  title?: string
  /** The address of the page that it belongs to. */
  site?: string
  language?: string
  ttlMinutes?: number
  /** Of items that name none. */
  authors?: string[]
}

/** A part of a feed: an item, or something that it says of itself. */
export interface FeedPart {
  item?: FeedItem
  /** Of which the rest is left out. */
  isTooLarge?: boolean
  about?: FeedAbout
}

const MAX_NAME_LENGTH = 500
const MAIL = /[(<[]?(?:mailto:)?[^\s@()<>[\]]{1,100}@[^\s@()<>[\]]{1,200}[)>\]]?/gi

/** The names of people as readers may see them: without markup and mail addresses, each once. */
export function authorNames(written: readonly string[]): string[] {
  const names = written.map((name) => {
    const plain = name.slice(0, MAX_NAME_LENGTH).replace(MAIL, ' ')
    return (/[<&]/.test(plain) ? htmlToText(plain) : plain)
      .replace(/^\s*\(([^()]*)\)\s*$/, '$1')
      .replace(/\s+/g, ' ')
      .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
  })
  return [...new Set(names.filter(Boolean))]
}
