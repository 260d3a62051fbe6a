/** Why only title and link of an item are kept: its publisher reserves text and data mining, or asks programs of models to stay away. */
export type Reservation = 'tdmrep' | 'noai' | 'robots'

/** Why a feed could not be read. */
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

/** A feed that the newsroom reads. */
export interface NewsFeed {
  id: string
  url: string
  /** What it calls itself. */
  title: string
  site_url: string | null
  outlet: string
  /** Of BCP 47, without its region; null while it is not known. */
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
  /** What the failure is about, such as a status or a header. */
  failure_detail: string | null
  failures: number
  reservation: Reservation | null
  /** How many of its items were stored when it was last read. */
  items: number
}
