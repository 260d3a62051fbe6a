/** The reason why only title and link are stored: the publisher reserves text and data mining, or asks programs of models to stay away. */
export type Reservation = 'tdmrep' | 'noai' | 'robots'

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

export interface NewsFeed {
  id: string
  url: string
  /** The title in the feed itself. */
  title: string
  site_url: string | null
  outlet: string
  /** A code of BCP 47, without its region; null while it is not known. */
  language: string | null
  is_paused: boolean
  added_by: string | null
  created_at: string
  next_request_at: string
  requested_at: string | null
  succeeded_at: string | null
  etag: string | null
  last_modified: string | null
  failing_since: string | null
  failure: FeedFailure | null
  /** The subject of the failure, such as a status or a header. */
  failure_detail: string | null
  failures: number
  reservation: Reservation | null
  /** The number of its items that were stored when it was last read. */
  items: number
}
