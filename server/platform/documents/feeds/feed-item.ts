import { htmlToText } from '#server/platform/documents/html/read-html.ts'

/** An item of a feed of any format. */
export interface FeedItem {
  id: string
  address: string
  title: string
  /** HTML. */
  content: string
  /** The base address of relative addresses in the content, if the feed has one. */
  base: string
  summary: string
  published: string
  updated: string
  authors: string[]
  tags: string[]
  image: string
  /** Addresses of audio and video files. */
  media: string[]
  language: string
}

/** The metadata of a feed, as far as it has any. */
export interface FeedAbout {
  title?: string
  /** The address of the page that it belongs to. */
  site?: string
  language?: string
  ttlMinutes?: number
  /** The authors of items that name none. */
  authors?: string[]
}

/** A part of a feed: an item, or its metadata. */
export interface FeedPart {
  item?: FeedItem
  /** The rest of the item is left out. */
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
