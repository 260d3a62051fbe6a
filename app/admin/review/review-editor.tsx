import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useSaveShortcut } from '#app/admin/article/save/use-save-shortcut.ts'
import { t } from '#app/admin/messages.ts'
import { useLiveCheck } from '#app/admin/review/check/use-live-check.ts'
import { useTextReader } from '#app/admin/review/check/use-text-reader.ts'
import type { Placed } from '#app/admin/review/draft/place-kept.ts'
import { createReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import { ShortcutDialog } from '#app/admin/review/keys/shortcut-dialog.tsx'
import { useLetterKeys } from '#app/admin/review/keys/use-letter-keys.ts'
import { useReviewKeys } from '#app/admin/review/keys/use-review-keys.ts'
import { WholePage } from '#app/admin/review/page/whole-page.tsx'
import { ReportNote } from '#app/admin/review/reports/report-note.tsx'
import { usePlacedReports } from '#app/admin/review/reports/use-placed-reports.ts'
import { ReviewBar } from '#app/admin/review/review-bar.tsx'
import { ReviewHeading } from '#app/admin/review/review-heading.tsx'
import { ReviewNotices } from '#app/admin/review/review-notices.tsx'
import { glossaryQuery } from '#app/admin/review/review-queries.ts'
import { ReviewList } from '#app/admin/review/rows/review-list.tsx'
import { rowElement, useActiveRow } from '#app/admin/review/rows/use-active-row.ts'
import { ChangedDialog } from '#app/admin/review/save/changed-dialog.tsx'
import { useSaveReview } from '#app/admin/review/save/use-save-review.ts'
import { LeaveReview } from '#app/admin/review/unsaved/leave-review.tsx'
import { RestoredNotice } from '#app/admin/review/unsaved/restored-notice.tsx'
import { useKeptReview } from '#app/admin/review/unsaved/use-kept-review.ts'
import { useNextArticle } from '#app/admin/review/use-next-article.ts'
import { nextOpen, useRowActions } from '#app/admin/review/use-row-actions.ts'
import { ViewSwitch } from '#app/admin/review/view-switch.tsx'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import type { GlossaryEntry } from '#core/translation/checks/glossary.ts'

/** Texts are checked without the glossary rather than not at all. */
const NO_TERMS: readonly GlossaryEntry[] = []

interface ReviewEditorProps {
  /** As it was read last. */
  stored: TranslationReview
  byHand: boolean
}

/** A translation beside its original. */
export function ReviewEditor({ stored, byHand }: ReviewEditorProps) {
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
  const [placed, setPlaced] = useState<Placed | null>(null)

  const glossary = useQuery(glossaryQuery(review.language))
  const opened = useTextReader(review, glossary.isError ? NO_TERMS : glossary.data)
  const checkNow = useLiveCheck(draft, opened?.facts ? opened.reader : null)
  const actions = useRowActions({ draft, list, checkNow })
  const reports = usePlacedReports(review, opened?.facts ?? null)
  const kept = useKeptReview(draft, email)
  const next = useNextArticle(review)

  const show = useCallback((found: Placed) => {
    if (hasToBeDecided(found)) setPlaced((open) => (open ? joined(open, found) : found))
  }, [])
  const saving = useSaveReview({
    draft,
    current: byHand,
    onPlaced: show,
    onRefused: (position) => {
      flushSync(() => setView('blocks'))
      actions.focusField(position)
    },
  })
  useSaveShortcut(() => void saving.save())

  // Somebody else, or a machine, has changed it; what is unsaved here goes on.
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
    // Who writes goes on writing.
    if (document.activeElement?.matches('textarea')) actions.focusField(position)
    else rowElement(list.current, position)?.focus()
  }
  useReviewKeys(
    {
      move: (by) => go(Math.min(draft.rows().length - 1, Math.max(0, (present() ?? -by) + by))),
      edit: () => actions.focusField(row()),
      approve: () => actions.rows.approve(row()),
      approveAll: actions.approveAll,
      nextOpen: () => go(nextOpen(draft.rows(), present() ?? -1)),
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
      />
      {kept.restored && <RestoredNotice draft={draft} restored={kept.restored} />}
      {reports.elsewhere.length > 0 && (
        <section aria-label={t('review.report.elsewhere')} className="mb-6 space-y-3">
          <h2 className="font-semibold">{t('review.report.elsewhere')}</h2>
          {reports.elsewhere.map((report) => (
            <ReportNote key={report.id} report={report} language={review.language} onGone={() => go(0)} />
          ))}
        </section>
      )}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{t('review.list.label')}</h2>
        <ViewSwitch view={view} onChange={setView} />
      </div>
      {opened?.hasFailed && <p className="mb-4 text-orange text-sm">{t('review.list.notChecked')}</p>}
      <div hidden={view === 'page'}>
        <ReviewList
          list={list}
          draft={draft}
          active={active}
          asking={asking}
          onAsk={setAsking}
          actions={actions.rows}
          {...blocks}
        />
      </div>
      {view === 'page' && <WholePage draft={draft} reader={opened?.reader ?? null} />}
      <ReviewBar
        draft={draft}
        review={review}
        isSaving={saving.isSaving}
        problem={saving.problem}
        isKept={!kept.hasFailed}
        onSave={() => void saving.save()}
        onApproveAll={actions.approveAll}
        onNext={() => void next()}
        onHelp={() => setIsHelping(true)}
      />
      <Announcement>{actions.said}</Announcement>
      {placed && (
        <ChangedDialog
          draft={draft}
          placed={placed}
          onClose={(again) => setPlaced(hasToBeDecided(again) ? again : null)}
        />
      )}
      {isHelping && (
        <ShortcutDialog hasLetters={hasLetters} onTurn={turnLetters} onClose={() => setIsHelping(false)} />
      )}
      <LeaveReview draft={draft} kept={kept} />
    </>
  )
}

const hasToBeDecided = ({ clashes, lost }: Placed) => clashes.length > 0 || lost.length > 0

function joined(one: Placed, other: Placed): Placed {
  const again = new Set(other.clashes.map(({ mine }) => mine.id))
  return {
    mine: [],
    clashes: [...one.clashes.filter(({ mine }) => !again.has(mine.id)), ...other.clashes],
    lost: [...one.lost, ...other.lost],
  }
}
