import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#app/admin/kit/messages.ts'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import {
  isOutdated,
  isProblem,
  nameBlock,
  obstacleOf,
  type ReviewRow,
  reasonToSkip,
} from '#app/admin/languages/review/draft/row-draft.ts'
import type { RowActions } from '#app/admin/languages/review/rows/review-list.tsx'
import { useToast } from '#app/components/ui/toast.tsx'

interface RowActionsOptions {
  draft: ReviewDraft
  list: RefObject<HTMLElement | null>
  checkNow: (positions: readonly number[]) => Promise<void>
}

/** The actions of rows. `said` is the announcement for screen readers. */
export function useRowActions({ draft, list, checkNow }: RowActionsOptions) {
  const [said, setSaid] = useState('')
  const { toast } = useToast()
  const check = useRef(checkNow)
  useEffect(() => {
    check.current = checkNow
  })

  const actions = useMemo(() => {
    const focusRow = (position: number) => rowElement(list.current, position)?.focus()
    const focusField = (position: number) =>
      rowElement(list.current, position)?.querySelector('textarea')?.focus()

    async function approve(position: number, { goOn = false } = {}) {
      if (draft.row(position).approved && !goOn) {
        draft.change(position, { approved: false })
        setSaid(t('review.said.withdrawn', { block: nameBlock(draft.row(position)) }))
        return
      }
      await check.current([position]).catch(() => {})
      const row = draft.row(position)
      const obstacle = obstacleOf(row)
      if (obstacle) {
        setSaid(describeObstacle(row, obstacle))
        const keep = rowElement(list.current, position)?.querySelector<HTMLElement>('[data-keep]')
        if (obstacle === 'findings' && keep) keep.focus()
        else focusField(position)
        return
      }
      draft.change(position, { approved: true })
      setSaid(t('review.said.approved', { block: nameBlock(row) }))
      if (goOn) {
        // Someone who mends a translation goes from problem to problem.
        const next =
          (row.segment.refused && nextProblem(draft.rows(), position)) ?? nextOpen(draft.rows(), position)
        if (next === null) focusRow(position)
        else focusField(next)
      }
    }

    async function approveAll() {
      const open = draft.rows().filter(({ approved }) => !approved)
      await check.current(open.map(({ position }) => position)).catch(() => {})
      const rows = open.map(({ position }) => draft.row(position))
      const ready = rows.filter((row) => reasonToSkip(row) === null)
      for (const { position } of ready) draft.change(position, { approved: true })
      const left = rows.filter((row) => reasonToSkip(row) !== null)
      const [first] = left
      if (!first) {
        setSaid(t('review.said.allApproved'))
        return
      }
      toast({ title: t('review.said.someLeft', { count: left.length }), description: describeSkipped(left) })
      focusRow(first.position)
    }

    function takeConflict(position: number, which: 'present' | 'proposed') {
      const { segment } = draft.row(position)
      const text = which === 'present' ? segment.text : segment.proposed?.text
      if (text === undefined || (!segment.proposed && !isOutdated(draft.row(position)))) return
      draft.change(position, { text, decided: true })
      setSaid(t(which === 'present' ? 'review.conflict.keptPresent' : 'review.conflict.tookProposed'))
      focusRow(position)
    }

    function fillFromMemory() {
      const empty = draft.rows().filter(({ text }) => text.trim() === '')
      for (const { position, segment } of empty) {
        const [wording] = segment.remembered
        if (wording) draft.change(position, { text: wording.text })
      }
      const next = nextOpen(draft.rows(), -1)
      if (next !== null) focusRow(next)
    }

    return {
      rows: { approve: (...given) => void approve(...given), focusRow, takeConflict } satisfies RowActions,
      approveAll: () => void approveAll(),
      fillFromMemory,
      focusField,
    }
  }, [draft, list, toast])

  return { ...actions, said, say: setSaid }
}

/** The next row that is not approved, from the beginning again after the last one. */
export const nextOpen = (rows: readonly ReviewRow[], after: number) =>
  nextRow(rows, after, ({ approved }) => !approved)

/** The next row that has to be mended, written or decided. */
export const nextProblem = (rows: readonly ReviewRow[], after: number) => nextRow(rows, after, isProblem)

function nextRow(
  rows: readonly ReviewRow[],
  after: number,
  isMeant: (row: ReviewRow) => boolean,
): number | null {
  return (rows.slice(after + 1).find(isMeant) ?? rows.slice(0, after + 1).find(isMeant))?.position ?? null
}

function describeObstacle(row: ReviewRow, obstacle: NonNullable<ReturnType<typeof obstacleOf>>): string {
  const block = nameBlock(row)
  if (obstacle === 'empty') return t('review.said.empty', { block })
  if (obstacle === 'outdated') return t('review.said.outdated', { block })
  return obstacle === 'conflict' ? t('review.said.conflict', { block }) : t('review.said.findings', { block })
}

/** Says how many blocks were skipped, by the reason. */
function describeSkipped(rows: readonly ReviewRow[]): string {
  const count = (reason: ReturnType<typeof reasonToSkip>) =>
    rows.filter((row) => reasonToSkip(row) === reason).length
  return [
    [count('findings'), 'review.skipped.findings'] as const,
    [count('empty'), 'review.skipped.empty'] as const,
    [count('outdated'), 'review.skipped.outdated'] as const,
    [count('conflict'), 'review.skipped.conflict'] as const,
  ]
    .filter(([number]) => number > 0)
    .map(([number, reason]) => t(reason, { count: number }))
    .join(' ')
}

/** The row of an element. */
function positionOf(element: Element | null): number | null {
  const row = element?.closest<HTMLElement>('[data-block]')
  return row ? Number(row.dataset.block) : null
}

export const rowElement = (list: HTMLElement | null, position: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-block="${position}"]`) ?? null

/**
 * The active row, which shows its tools: the one that had the focus last. Its tools move the other rows, so a clicked row is activated
 * after the click, and keeps its position on the screen.
 */
export function useActiveRow(list: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState<number | null>(null)
  const current = useRef<number | null>(null)
  const isPressed = useRef(false)

  const activate = useCallback(
    (position: number) => {
      if (current.current === position) return
      current.current = position
      const before = rowElement(list.current, position)?.getBoundingClientRect().top ?? 0
      flushSync(() => setActive(position))
      const after = rowElement(list.current, position)?.getBoundingClientRect().top ?? before
      if (after !== before) window.scrollBy({ top: after - before, behavior: 'instant' })
    },
    [list],
  )

  useEffect(() => {
    const element = list.current
    if (!element) return
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      if (!isPressed.current) return
      isPressed.current = false
      // Delayed until after the click.
      setTimeout(() => {
        const position = positionOf(document.activeElement)
        if (position !== null && element.contains(document.activeElement)) activate(position)
      })
    }
    const focus = ({ target }: FocusEvent) => {
      const position = positionOf(target as Element)
      if (position !== null && !isPressed.current) queueMicrotask(() => activate(position))
    }
    element.addEventListener('pointerdown', press)
    element.addEventListener('focusin', focus)
    window.addEventListener('pointerup', release)
    window.addEventListener('pointercancel', release)
    return () => {
      element.removeEventListener('pointerdown', press)
      element.removeEventListener('focusin', focus)
      window.removeEventListener('pointerup', release)
      window.removeEventListener('pointercancel', release)
    }
  }, [list, activate])

  return { active, activate, present: useCallback(() => current.current, []) }
}
