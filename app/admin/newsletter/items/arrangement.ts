import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { AnswerRefusal, isTemporary } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { failedAs, issueKey, issueQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { createAutosave } from '#app/admin/stories/unsaved/autosave.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { arrangeNewsletterItems, type ItemPlace } from '#core/data/newsletter-editing.ts'
import type { DeskIssue, DeskIssueItem } from '#core/data/newsletter-issues.ts'
import { SECTIONS, type Section } from '#core/domain/newsletter-issue.ts'

/** The new place of each item. */
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

/** Moves an item to `index` of a section, and numbers the items of the affected sections without gaps. */
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
        // An item that an editor has moved stays when the issue is generated again.
        pinned: other === id ? true : pinned,
        left_out: null,
      })
  }
  return places
}

/** The changes to save for an arrangement. */
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

/** Several moves in a row are saved together. */
const STORE_MS = { debounceMs: 300, maxWaitMs: 1_500 }

/** The items in their new order at once (optimistic); the order is autosaved. */
export function useArrangement({ issue, items }: DeskIssue) {
  const queries = useQueryClient()
  const { toast } = useToast()
  const [wanted, setWanted] = useState<Arrangement>(new Map())
  const latest = useRef(wanted)

  const [store] = useState(() =>
    createAutosave<Arrangement, Arrangement>({
      ...STORE_MS,
      async apply(places) {
        const key = issueQuery(issue.id).queryKey
        const stored = queries.getQueryData(key)
        const changes = changesTo(stored?.items ?? [], places)
        const outcome = await signedIn((client) => arrangeNewsletterItems(client, changes))
        if (outcome.status === 'sealed') throw new AnswerRefusal(t('newsletterIssue.saved.sealed'))
        await queries.cancelQueries({ queryKey: issueKey(issue.id) })
        queries.setQueryData(key, (now) => now && { ...now, items: arranged(now.items, places) })
        await queries.invalidateQueries({ queryKey: issueKey(issue.id) })
        return places
      },
      onDone(places) {
        if (latest.current !== places) return
        latest.current = new Map()
        setWanted(latest.current)
      },
      onFailure(error) {
        if (isTemporary(error)) return true
        latest.current = new Map()
        setWanted(latest.current)
        toast(failedAs(t('newsletterIssue.arrange.failed'))(describeError(error)))
        void queries.invalidateQueries({ queryKey: issueKey(issue.id) })
        return false
      },
    }),
  )

  // A pending move is saved when the page is left.
  useEffect(() => () => void store.flush(), [store])

  const shown = useMemo<DeskIssueItem[]>(() => arranged(items, wanted), [items, wanted])
  return {
    items: shown,
    arrange(places: Arrangement) {
      latest.current = new Map([...latest.current, ...places])
      setWanted(latest.current)
      store.schedule(latest.current)
    },
    /** Stores what is waiting, now. */
    flush: () => store.flush(),
  }
}
