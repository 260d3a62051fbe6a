import type { Reservation } from '#core/domain/news-feed.ts'

/** Something that another publication has published, or somebody has sent. */
export interface NewsItem {
  id: string
  /** The source of its words: a feed, the page at its address, or a text that an editor has added. */
  kind: 'feed' | 'address' | 'text'
  feed_id: string | null
  url: string | null
  canonical_url: string | null
  title: string
  outlet: string
  author: string
  language: string | null
  published_at: string
  added_at: string
  added_by: string | null
  excerpt: string
  reservation: Reservation | null
  group_id: string | null
  /** The first item with the same address or nearly the same text, or the item itself; null until it was compared. */
  origin_id: string | null
  grouped_at: string | null
}

/** The text of an item, in the sentences that articles cite. */
export interface NewsText {
  language: string | null
  sentences: string[]
  fetched_at: string
  /** The reason why it is probably not the whole text of its page. */
  notice: 'short' | 'paywall' | null
}

/** The fields of an item in a list to choose from. */
export type FoundItem = Pick<NewsItem, 'id' | 'title' | 'outlet' | 'published_at' | 'group_id'>
