import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
/** The reason why only title and link are stored: the publisher reserves text and data mining, or asks programs of models to stay away. */
export type Reservation = NonNullable<Row<'news_feeds'>['reservation']>

/** The reason why a feed could not be read. */
export type FeedFailure =
  | 'name'
  | 'private'
  | 'connection'
  | 'timeout'
  | 'redirects'
  | 'status'
  | 'gone'
  | 'too_large'
  | 'not_a_feed'
  | 'broken'
  | 'forbidden'

export type NewsFeed = Narrowed<
  Row<'news_feeds'>,
  {
    failure: FeedFailure | null
  }
>
