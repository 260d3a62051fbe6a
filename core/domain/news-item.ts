import type { Row } from '#core/data/database.types.ts'

/** Something that another publication has published, or somebody has sent. */
export type NewsItem = Row<'news_items'>

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
