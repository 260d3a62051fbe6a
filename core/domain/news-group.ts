import type { Row } from '#core/data/database.types.ts'
import type { NewsItem } from '#core/domain/news-item.ts'

/** A group has at most this many items. */
export const MAX_GROUP_ITEMS = 200

/** The groups of a list: all but the hidden ones, those that the caller follows, or the hidden ones. */
export type NewsGroupShow = 'all' | 'followed' | 'hidden'

/** Items that tell the same story. */
export type NewsGroup = Row<'news_groups'>

/** The reasons for the rank of a group: its origins, the hours since its newest item, and its words that are a section's own. */
export type GroupReason =
  | { code: 'origins'; value: number }
  | { code: 'newness'; value: number }
  | { code: 'section'; value: string[] }

export interface ListedNewsGroup
  extends Pick<
    NewsGroup,
    'id' | 'headline' | 'links' | 'origins' | 'newest_at' | 'languages' | 'outlets' | 'section'
  > {
  /** Items that came into it after the caller last looked at it. */
  new_links: number
  is_followed: boolean
  is_hidden: boolean
  /** From 0. */
  score: number
  reasons: GroupReason[]
  /** Published articles of ours that tell the story until now, the closest first. */
  continues: { id: string; slug: string; title: string }[]
}

export interface NewsGroupPage {
  /** At most 10,000; groups beyond these are found by searching for them. */
  total: number
  groups: ListedNewsGroup[]
}

export interface FoundNewsGroup {
  group: ListedNewsGroup
  /** The newest first. */
  items: (NewsItem & { is_new: boolean })[]
  /** Unpublished articles that were begun from it. */
  drafts: { article_id: string; title: string; begun_by_name: string | null; begun_at: string }[]
}

/** gone: one of the groups no longer exists. full: together they would have more than `MAX_GROUP_ITEMS` items. */
export interface MergeAnswer {
  status: 'merged' | 'gone' | 'full'
}

/** gone: the group, or one of the items in it, no longer exists. all: no item would be left in the group. */
export interface SplitAnswer {
  status: 'split' | 'gone' | 'all'
  /** The new group. */
  id: string | null
}
