/** An item of a feed of any format. */
export interface FeedItem {
  id: string
  address: string
  title: string
  /** HTML. */
  content: string
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
