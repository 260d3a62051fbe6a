import type { ItemPlace } from '#core/data/newsletter-editing.ts'
import type { DeskIssueItem } from '#core/data/newsletter-issues.ts'
import { SECTIONS, type Section } from '#core/domain/newsletter-issue.ts'

/** Where each item is to stand. */
export type Arrangement = ReadonlyMap<string, ItemPlace>

export type PlacedItem = Pick<DeskIssueItem, 'id' | keyof ItemPlace>

/** The items of a section that are in the issue, in their order. */
export function itemsOf<Item extends PlacedItem>(items: readonly Item[], section: Section): Item[] {
  return items
    .filter((item) => item.section === section && item.left_out === null)
    .toSorted((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1))
}

/** The items with the places that an arrangement gives them. */
export function arranged<Item extends PlacedItem>(items: readonly Item[], places: Arrangement): Item[] {
  return items.map((item) => ({ ...item, ...places.get(item.id) }))
}

/** Moves an item before the one at `index` of a section, as it is without it; all items of the sections get places without gaps. */
export function moveItem(
  items: readonly PlacedItem[],
  id: string,
  to: { section: Section; index: number },
): Arrangement {
  const moved = items.find((item) => item.id === id)
  if (!moved) return new Map()
  const places = new Map<string, ItemPlace>()
  for (const section of SECTIONS) {
    if (section !== to.section && section !== moved.section) continue
    const others = itemsOf(items, section).filter((item) => item.id !== id)
    if (section === to.section) others.splice(to.index, 0, moved)
    for (const [position, { id: other, pinned }] of others.entries())
      places.set(other, {
        section,
        position,
        // What somebody has placed stays there when the issue is generated again.
        pinned: other === id ? true : pinned,
        left_out: null,
      })
  }
  return places
}

/** What has to be stored, so that items stand where an arrangement wants them. */
export function changesTo(
  items: readonly PlacedItem[],
  places: Arrangement,
): { id: string; place: Partial<ItemPlace> }[] {
  return items.flatMap((item) => {
    const wanted = places.get(item.id)
    if (!wanted) return []
    const place = Object.fromEntries(
      Object.entries(wanted).filter(([column, value]) => item[column as keyof ItemPlace] !== value),
    )
    return Object.keys(place).length > 0 ? [{ id: item.id, place }] : []
  })
}
