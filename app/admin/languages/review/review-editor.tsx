import { useQuery } from '@tanstack/react-query'
import { use, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { reviewPath } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import { useLiveCheck, useReviewWorker } from '#app/admin/languages/review/check/review-worker-client.ts'
import { createReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import type { RebasedRows } from '#app/admin/languages/review/draft/row-draft.ts'
import { LeaveReview, RestoredNotice, useLocalReview } from '#app/admin/languages/review/local-review.tsx'
import { ViewSwitch, WholePage } from '#app/admin/languages/review/page/whole-page.tsx'
import { ReportNote, useMatchedReports } from '#app/admin/languages/review/report-note.tsx'
import { ReviewBar, ReviewHeading } from '#app/admin/languages/review/review-heading.tsx'
import { ShortcutDialog, useLetterKeys, useReviewKeys } from '#app/admin/languages/review/review-keys.tsx'
import {
  ReviewNotesContext,
  type ReviewSideNotes,
  useReviewNotes,
} from '#app/admin/languages/review/review-notes.tsx'
import { ReviewNotices } from '#app/admin/languages/review/review-notices.tsx'
import { glossaryQuery } from '#app/admin/languages/review/review-queries.ts'
import { ReviewList } from '#app/admin/languages/review/rows/review-list.tsx'
import { ChangedDialog, useSaveReview } from '#app/admin/languages/review/save-review.tsx'
import {
  nextOpen,
  nextProblem,
  rowElement,
  useActiveRow,
  useRowActions,
} from '#app/admin/languages/review/use-row-actions.ts'
import { ThreadCard } from '#app/admin/stories/notes/panel/thread-card.tsx'
import { findNextToReview } from '#core/data/translation-review.ts'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import type { GlossaryEntry } from '#core/translation/checks/glossary.ts'

/** Texts are checked without the glossary rather than not at all. */
const NO_TERMS: readonly GlossaryEntry[] = []

interface ReviewEditorProps {
  /** The review as it was read last. */
  stored: TranslationReview
  byHand: boolean
  /** True to begin at the first block that has to be mended. */
  atProblem: boolean
}

/** A translation beside its original. */
export function ReviewEditor({ stored, byHand, atProblem }: ReviewEditorProps) {
  const { email } = useDesk()
  const [draft] = useState(() => createReviewDraft(stored))
  const review = useSyncExternalStore(draft.subscribe, draft.review)
  const list = useRef<HTMLOListElement>(null)
  const { active, activate, present } = useActiveRow(list)
  /** The row for which the model is being asked. */
  const [asking, setAsking] = useState<number | null>(null)
  const [view, setView] = useState<'blocks' | 'page'>('blocks')
  const [isHelping, setIsHelping] = useState(false)
  const [hasLetters, turnLetters] = useLetterKeys()
  const [rebased, setRebased] = useState<RebasedRows | null>(null)

  const glossary = useQuery(glossaryQuery(review.language))
  const opened = useReviewWorker(review, glossary.isError ? NO_TERMS : glossary.data)
  const checkNow = useLiveCheck(draft, opened?.facts ? opened.reader : null)
  const actions = useRowActions({ draft, list, checkNow })
  const reports = useMatchedReports(review, opened?.facts ?? null)
  const notes = useReviewNotes(review, opened?.facts ?? null)
  const kept = useLocalReview(draft, email)
  const next = useNextArticle(review)

  const show = useCallback((found: RebasedRows) => {
    if (hasToBeDecided(found)) setRebased((open) => (open ? joined(open, found) : found))
  }, [])
  const showField = (position: number) => {
    flushSync(() => setView('blocks'))
    actions.focusField(position)
  }
  const saving = useSaveReview({ draft, current: byHand, onRebased: show, onRefused: showField })
  useShortcuts([{ key: 's', run: () => void saving.save() }])

  // The stored version was changed elsewhere; unsaved changes are applied to it.
  const { isBusy } = saving
  useEffect(() => {
    if (stored === draft.review() || isBusy()) return
    show(draft.rebase(stored))
  }, [stored, draft, isBusy, show])

  useEffect(() => {
    if (kept.restored) show(kept.restored)
  }, [kept.restored, show])

  const row = () => present() ?? 0
  const go = (position: number | null) => {
    if (position === null) return
    // Only what can be seen can have the focus.
    if (view === 'page') flushSync(() => setView('blocks'))
    // Someone who is writing goes on writing.
    if (document.activeElement?.matches('textarea')) actions.focusField(position)
    else rowElement(list.current, position)?.focus()
  }
  const toNextProblem = () => go(nextProblem(draft.rows(), present() ?? -1))
  useReviewKeys(
    {
      move: (by) => go(Math.min(draft.rows().length - 1, Math.max(0, (present() ?? -by) + by))),
      edit: () => actions.focusField(row()),
      approve: () => actions.rows.approve(row()),
      approveAll: actions.approveAll,
      nextOpen: () => go(nextOpen(draft.rows(), present() ?? -1)),
      nextProblem: toNextProblem,
      take: (which) => actions.rows.takeConflict(row(), which),
      askAgain() {
        go(row())
        activate(row())
        setAsking(row())
      },
      switchView: () => setView(view === 'blocks' ? 'page' : 'blocks'),
      nextArticle: () => void next(),
      help: () => setIsHelping(true),
    },
    hasLetters,
  )

  useEffect(() => {
    const first = atProblem ? nextProblem(draft.rows(), -1) : null
    if (first !== null) rowElement(list.current, first)?.focus()
  }, [atProblem, draft])

  const blocks = useMemo(
    () => ({ facts: opened?.facts ?? null, reports: reports.at }),
    [opened?.facts, reports.at],
  )
  return (
    <>
      <ReviewHeading draft={draft} review={review} reports={reports.total} />
      <ReviewNotices
        draft={draft}
        review={review}
        byHand={byHand}
        onFillFromMemory={actions.fillFromMemory}
        onNextProblem={toNextProblem}
      />
      {kept.restored && <RestoredNotice draft={draft} restored={kept.restored} />}
      {reports.unmatched.length > 0 && (
        <section aria-label={t('review.report.elsewhere')} className="mb-6 space-y-3">
          <h2 className="font-semibold">{t('review.report.elsewhere')}</h2>
          {reports.unmatched.map((report) => (
            <ReportNote key={report.id} report={report} language={review.language} onRemoved={() => go(0)} />
          ))}
        </section>
      )}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{t('review.list.label')}</h2>
        <ViewSwitch view={view} onChange={setView} />
      </div>
      {opened?.hasFailed && <p className="mb-4 text-orange text-sm">{t('review.list.notChecked')}</p>}
      <div hidden={view === 'page'}>
        <ReviewNotesContext value={notes}>
          <ReviewList
            list={list}
            draft={draft}
            active={active}
            asking={asking}
            onAsk={setAsking}
            actions={actions.rows}
            {...blocks}
          />
          <NotesElsewhere />
        </ReviewNotesContext>
      </div>
      {view === 'page' && <WholePage draft={draft} reader={opened?.reader ?? null} />}
      <ReviewBar
        draft={draft}
        review={review}
        isSaving={saving.isSaving}
        problem={saving.problem}
        isKept={!kept.hasFailed}
        onShow={showField}
        onSave={() => void saving.save()}
        onApproveAll={actions.approveAll}
        onNext={() => void next()}
        onHelp={() => setIsHelping(true)}
      />
      <Announcement>{actions.said}</Announcement>
      {rebased && (
        <ChangedDialog
          draft={draft}
          rebased={rebased}
          onClose={(again) => setRebased(hasToBeDecided(again) ? again : null)}
        />
      )}
      {isHelping && (
        <ShortcutDialog hasLetters={hasLetters} onTurn={turnLetters} onClose={() => setIsHelping(false)} />
      )}
      <LeaveReview draft={draft} kept={kept} />
    </>
  )
}

const hasToBeDecided = ({ conflicts, orphaned }: RebasedRows) => conflicts.length > 0 || orphaned.length > 0

function joined(one: RebasedRows, other: RebasedRows): RebasedRows {
  const again = new Set(other.conflicts.map(({ mine }) => mine.id))
  return {
    applied: [],
    conflicts: [...one.conflicts.filter(({ mine }) => !again.has(mine.id)), ...other.conflicts],
    orphaned: [...one.orphaned, ...other.orphaned],
  }
}

/** Returns a function that opens the next article that waits for a review in this language. */
function useNextArticle({ original, language }: TranslationReview): () => Promise<unknown> {
  const navigate = useNavigate()
  const next = useDeskMutation({
    run: (client) => findNextToReview(client, { language, exceptOriginalId: original.id }),
    done: (found) =>
      found
        ? navigate(reviewPath({ originalId: found.original_id, language: found.language }))
        : { title: t('review.next.none', { language: languageName(language) }) },
  })
  return () => next.attempt()
}

/** The notes of both sides that are about no block: on the whole article, or on words that are not there any more. */
function NotesElsewhere() {
  const notes = use(ReviewNotesContext)
  const sides = [notes?.source, notes?.target].filter((side): side is ReviewSideNotes => Boolean(side))
  if (!notes || sides.every(({ elsewhere }) => elsewhere.length === 0)) return null
  return (
    <section aria-label={t('notes.elsewhere')} className="mt-8 border-line border-t pt-5">
      <h2 className="mb-3 font-semibold">{t('notes.elsewhere')}</h2>
      <ol className="grid gap-3 md:grid-cols-2">
        {sides.flatMap(({ elsewhere, me }) =>
          elsewhere.map((thread) => (
            <ThreadCard
              key={thread.note.id}
              thread={thread}
              me={me}
              mayWrite={false}
              place={thread.note.field === null ? undefined : 'lost'}
              colleagues={notes.colleagues}
              actions={notes.actions}
              onTake={() => {}}
              onGone={() => {}}
            />
          )),
        )}
      </ol>
    </section>
  )
}
