import type { FoundNewsGroup } from '#core/domain/news-group.ts'

export type GroupItem = FoundNewsGroup['items'][number]

export interface Origin {
  id: string
  /** The one with which it began first, then the others. */
  items: GroupItem[]
}

/** The items of a story by their origins, in the order in which the items come. */
export function groupByOrigin(items: readonly GroupItem[]): Origin[] {
  const origins = Map.groupBy(items, ({ id, origin_id }) => origin_id ?? id)
  return [...origins].map(([id, own]) => ({
    id,
    items: own.toSorted((a, b) => Number(b.id === id) - Number(a.id === id)),
  }))
}
