import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { AnswerRefusal, isTemporary } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { DialogForm, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import {
  actionOf,
  type ItemActions,
  ItemRow,
  useSectionNames,
} from '#app/admin/newsletter/items/item-row.tsx'
import {
  failedAs,
  issueKey,
  issueQuery,
  useNewsletterCall,
} from '#app/admin/newsletter/newsletter-queries.ts'
import { createAutosave } from '#app/admin/stories/unsaved/autosave.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import { arrangeNewsletterItems, type ItemPlace, redoNewsletterItem } from '#core/data/newsletter-editing.ts'
import type { DeskIssue, DeskIssueItem } from '#core/data/newsletter-issues.ts'
import { SECTIONS, type Section } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

interface ItemListProps {
  stored: DeskIssue
  language: Language
  readOnly: boolean
}

/** The articles of the issue in their sections. */
export function ItemList({ stored, language, readOnly }: ItemListProps) {
  const { items, arrange } = useArrangement(stored)
  const { redo, redoing } = useRedo(language)
  const list = useRef<HTMLDivElement>(null)
  const focusAgain = useRef('')
  const [leaving, setLeaving] = useState<string | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const sectionNames = useSectionNames()
  const titleOf = (id: string) => items.find((item) => item.id === id)?.articles[0]?.title ?? ''

  // A row that changes its place in the page loses the focus.
  useLayoutEffect(() => {
    const action = focusAgain.current
    if (!action) return
    focusAgain.current = ''
    list.current?.querySelector<HTMLElement>(`[data-action="${CSS.escape(action)}"]`)?.focus()
  })

  function place(id: string, to: { section: Section; index: number }) {
    const places: Arrangement = moveItem(items, id, to)
    arrange(places)
    const count = [...places.values()].filter(({ section }) => section === to.section).length
    setAnnouncement(
      t('newsletterIssue.item.moved', {
        title: titleOf(id),
        place: to.index + 1,
        of: count,
        section: sectionNames[to.section],
      }),
    )
  }

  function change(id: string, part: Partial<DeskIssueItem>) {
    const item = items.find((one) => one.id === id)
    if (!item) return
    const { section, position, pinned, left_out } = { ...item, ...part }
    arrange(new Map([[id, { section, position, pinned, left_out }]]))
  }

  const actions: ItemActions = {
    move(id, by) {
      const item = items.find((one) => one.id === id)
      if (!item) return
      const index = itemsOf(items, item.section).findIndex((one) => one.id === id)
      focusAgain.current = actionOf(id, by)
      place(id, { section: item.section, index: index + by })
    },
    moveTo: (id, section) => place(id, { section, index: itemsOf(items, section).length }),
    pin: (id, pinned) => change(id, { pinned }),
    leaveOut: setLeaving,
    redo: (id) => void redo(id),
  }

  function drop(section: Section, index: number) {
    const item = items.find((one) => one.id === dragged)
    setDragged(null)
    if (!item) return
    const own = item.section === section ? itemsOf(items, section).findIndex((one) => one.id === item.id) : -1
    // The item is removed from its old place first.
    place(item.id, { section, index: own !== -1 && own < index ? index - 1 : index })
  }

  return (
    <div ref={list}>
      <div className="lg:max-h-64 lg:overflow-y-auto lg:border-line lg:border-b lg:pr-2">
        {SECTIONS.map((section) => {
          const own = itemsOf(items, section)
          if (own.length === 0 && !dragged) return null
          return (
            <section
              key={section}
              aria-label={sectionNames[section]}
              className="mb-6 border-line lg:mb-0 lg:grid lg:grid-cols-[6.5rem_minmax(0,1fr)] lg:gap-x-5 lg:border-t"
            >
              <h5 className="border-line font-semibold text-sm max-lg:border-b max-lg:pb-2 lg:pt-3.5">
                {sectionNames[section]}
              </h5>
              <ol className="divide-y divide-line">
                {own.map((item, index) => (
                  <DropPlace key={item.id} isActive={dragged !== null} onDrop={() => drop(section, index)}>
                    <ItemRow
                      item={item}
                      language={language}
                      readOnly={readOnly}
                      isFirst={index === 0}
                      isLast={index === own.length - 1}
                      isBusy={redoing.has(item.id)}
                      actions={actions}
                      onDrag={setDragged}
                    />
                  </DropPlace>
                ))}
                {dragged && (
                  <DropPlace isActive onDrop={() => drop(section, own.length)}>
                    <p className="py-3 text-faint text-sm">{t('newsletterIssue.item.dropHere')}</p>
                  </DropPlace>
                )}
              </ol>
            </section>
          )
        })}
      </div>
      {items.every(({ left_out }) => left_out !== null) && (
        <p className="py-4 text-soft">{t('newsletterIssue.noItems')}</p>
      )}
      <LeftOutList
        items={items.filter(({ left_out }) => left_out !== null)}
        readOnly={readOnly}
        onPutBack={(item) =>
          place(item.id, { section: item.section, index: itemsOf(items, item.section).length })
        }
      />
      <Announcement>{announcement}</Announcement>
      {leaving && (
        <LeaveOutDialog
          title={titleOf(leaving)}
          onDone={(reason) => {
            change(leaving, { left_out: reason })
            setLeaving(null)
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </div>
  )
}

interface DropPlaceProps {
  isActive: boolean
  onDrop: () => void
  children: React.ReactNode
}

/** A drop target. Shows that the item would be inserted above. */
function DropPlace({ isActive, onDrop, children }: DropPlaceProps) {
  const [isOver, setIsOver] = useState(false)
  return (
    <li
      className={isOver ? 'shadow-[0_-2px_0_var(--color-focus)]' : ''}
      onDragOver={(event) => {
        if (!isActive) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        if (!isActive) return
        event.preventDefault()
        setIsOver(false)
        onDrop()
      }}
    >
      {children}
    </li>
  )
}

/** Has the summaries of single items written again. */
function useRedo(language: Language) {
  const { flush } = useIssueDraft()
  const call = useNewsletterCall(
    async (client: Client, input: Parameters<typeof redoNewsletterItem>[1]) => {
      await flush()
      return redoNewsletterItem(client, input)
    },
    {
      done: ({ composedBy, reason, dropped }) =>
        composedBy === 'rules'
          ? { title: t('newsletterIssue.redo.byRules'), description: reason ?? dropped[0] }
          : { title: t('newsletterIssue.redo.done'), description: dropped[0] },
      failed: failedAs(t('newsletterIssue.redo.failed')),
    },
  )
  const [redoing, setRedoing] = useState<ReadonlySet<string>>(new Set())

  async function redo(itemId: string) {
    setRedoing((before) => new Set(before).add(itemId))
    await call.attempt({ itemId, language })
    setRedoing((before) => new Set([...before].filter((id) => id !== itemId)))
  }

  return { redo, redoing }
}

interface LeaveOutDialogProps {
  title: string
  onDone: (reason: string) => void
  onClose: () => void
}

/** The length that the database allows. */
const REASON_MAX_LENGTH = 300

/** Asks why an article is left out of the issue, for the other editors. */
function LeaveOutDialog({ title, onDone, onClose }: LeaveOutDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <ModalDialog title={t('newsletterIssue.leaveOut.title')} onClose={onClose}>
      <DialogForm
        submit={t('newsletterIssue.leaveOut.action')}
        onSubmit={() => onDone(reason.trim() || t('newsletterIssue.leaveOut.noReason'))}
        onClose={onClose}
      >
        <p className="text-sm text-soft wrap-anywhere">{title}</p>
        <TextField
          label={t('newsletterIssue.leaveOut.reason')}
          hint={t('newsletterIssue.leaveOut.hint')}
          autoComplete="off"
          maxLength={REASON_MAX_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogForm>
    </ModalDialog>
  )
}

interface LeftOutListProps {
  items: readonly DeskIssueItem[]
  readOnly: boolean
  onPutBack: (item: DeskIssueItem) => void
}

/** The articles that are not in the issue, each with the reason. */
function LeftOutList({ items, readOnly, onPutBack }: LeftOutListProps) {
  if (items.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-9 cursor-pointer items-center font-medium text-sm underline underline-offset-4">
        {t('newsletterIssue.leftOut', { count: items.length })}
      </summary>
      <ul className="divide-y divide-line">
        {items.map((item) => {
          const title = item.articles[0]?.title ?? ''
          return (
            <li key={item.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
              <div className="min-w-0 text-sm">
                <p className="wrap-anywhere">{title}</p>
                <p className="mt-0.5 text-faint wrap-anywhere">{item.left_out}</p>
              </div>
              {!readOnly && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('newsletterIssue.putBack.name', { title })}
                  onClick={() => onPutBack(item)}
                >
                  {t('newsletterIssue.putBack')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** The new place of each item. */
type Arrangement = ReadonlyMap<string, ItemPlace>

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
function useArrangement({ issue, items }: DeskIssue) {
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
