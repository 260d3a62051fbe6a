import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { DialogForm, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useIssueDraft } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import {
  type Arrangement,
  itemsOf,
  moveItem,
  useArrangement,
} from '#app/admin/newsletter/items/arrangement.ts'
import { actionOf, type ItemActions, ItemRow } from '#app/admin/newsletter/items/item-row.tsx'
import { useSectionNames } from '#app/admin/newsletter/items/section-names.ts'
import { failedAs, useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import type { Client } from '#core/data/client.ts'
import { redoNewsletterItem } from '#core/data/newsletter-editing.ts'
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
