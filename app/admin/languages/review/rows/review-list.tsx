import Check from 'lucide-react/icons/check'
import { memo, type RefObject, useId, useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import type { SegmentFacts } from '#app/admin/languages/review/check/reviewed-texts.ts'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import {
  isChanged,
  isConflict,
  isRefused,
  nameOfKind,
  numberOf,
  openFindings,
  useReviewRow,
} from '#app/admin/languages/review/draft/row-draft.ts'
import { ReportNote } from '#app/admin/languages/review/report-note.tsx'
import { BlockNotes, withSuggestion } from '#app/admin/languages/review/review-notes.tsx'
import { Conflict, Findings, Refusal } from '#app/admin/languages/review/rows/row-problems.tsx'
import { RowTools } from '#app/admin/languages/review/rows/row-tools.tsx'
import { SourceSide } from '#app/admin/languages/review/rows/tagged-text.tsx'
import { TargetField } from '#app/admin/languages/review/rows/target-field.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import type { TranslationReport } from '#core/domain/translation-review.ts'

interface ReviewListProps {
  list: RefObject<HTMLOListElement | null>
  draft: ReviewDraft
  facts: readonly SegmentFacts[] | null
  reports: ReadonlyMap<number, TranslationReport[]>
  active: number | null
  /** The row for which the model is being asked. */
  asking: number | null
  onAsk: (position: number | null) => void
  actions: RowActions
}

/** All blocks, side by side. */
export function ReviewList({ list, draft, facts, reports, active, asking, onAsk, actions }: ReviewListProps) {
  return (
    <ol ref={list} aria-label={t('review.list.label')}>
      {draft.rows().map(({ segment }, position) => (
        <ReviewRow
          key={segment.id}
          draft={draft}
          position={position}
          facts={facts?.[position]}
          reports={reports.get(position)}
          isActive={active === position}
          isEntry={(active ?? 0) === position}
          isAsking={asking === position}
          onAsk={onAsk}
          actions={actions}
        />
      ))}
    </ol>
  )
}

/** The actions of a row that concern the list. */
export interface RowActions {
  /** Approves a row, or takes that back; with `goOn` the next row that is not approved is shown. */
  approve: (position: number, options?: { goOn?: boolean }) => void
  focusRow: (position: number) => void
  takeConflict: (position: number, which: 'present' | 'proposed') => void
}

interface ReviewRowProps {
  draft: ReviewDraft
  position: number
  facts: SegmentFacts | undefined
  reports: readonly TranslationReport[] | undefined
  /** True if this is the active row. */
  isActive: boolean
  /** True if Tab leads to it. */
  isEntry: boolean
  isAsking: boolean
  /** Opens the question to the model for a row, or closes it. */
  onAsk: (position: number | null) => void
  actions: RowActions
}

/** The browser lays out and paints rows when they come into sight. */
const ROW =
  'group scroll-mt-4 scroll-mb-32 border-line border-t py-5 outline-offset-2 [contain-intrinsic-block-size:auto_11rem] [content-visibility:auto] [overflow-clip-margin:1rem] focus-visible:outline-2! focus-visible:outline-solid! focus-visible:outline-focus!'

/** A block of the original beside its translation. It renders again only when it changes itself. */
const ReviewRow = memo(function ReviewRow(props: ReviewRowProps) {
  const { draft, position, facts, reports, isActive, isEntry, isAsking, onAsk, actions } = props
  const row = useReviewRow(draft, position)
  const { segment, text, approved, confirmed } = row
  const hasOpen = openFindings(row).length > 0
  const showsFindings = hasOpen || confirmed
  const { language } = draft.review()
  const id = useId()
  const element = useRef<HTMLLIElement>(null)
  const field = () => element.current?.querySelector('textarea') ?? null
  const label = t('review.block.name', { number: numberOf(position), kind: nameOfKind(segment) })
  const isOpenConflict = isConflict(row)
  const change = (next: string) =>
    draft.change(position, {
      text: next,
      ...(segment.proposed !== null && { decided: next !== segment.text }),
    })
  const replace = (next: string) => {
    change(next)
    field()?.focus({ preventScroll: true })
  }

  return (
    <li
      ref={element}
      data-block={position}
      tabIndex={isEntry ? 0 : -1}
      aria-labelledby={`${id}-name`}
      className={`${ROW} ${approved ? 'border-l-2 border-l-green pl-3' : 'pl-3.5'}`}
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 id={`${id}-name`} className="text-faint text-sm">
          {label}
        </h3>
        {isOpenConflict && (
          <Badge look="plain" tone="red">
            {t('review.state.conflict')}
          </Badge>
        )}
        {isRefused(row) && (
          <Badge look="plain" tone="red">
            {t('review.state.refused')}
          </Badge>
        )}
        {segment.saysNow !== null && (
          <Badge look="plain" tone="orange">
            {t('review.state.outdated')}
          </Badge>
        )}
        {isChanged(row) && (
          <Badge look="plain" tone="blue">
            {t('review.state.unsaved')}
          </Badge>
        )}
        {segment.origin && !isChanged(row) && !isRefused(row) && (
          <span className="text-faint text-xs">
            {t(segment.origin === 'person' ? 'review.origin.person' : 'review.origin.machine')}
          </span>
        )}
        <button
          type="button"
          aria-pressed={approved}
          aria-label={t(approved ? 'review.approve.approvedLabel' : 'review.approve.label', { block: label })}
          aria-keyshortcuts="a"
          className={buttonStyles({
            variant: approved ? 'ghost' : 'secondary',
            size: 'sm',
            className: `ml-auto ${approved ? 'text-green' : ''}`,
          })}
          onClick={() => actions.approve(position)}
        >
          {approved && <Check aria-hidden size={16} />}
          {approved ? t('review.approve.approved') : t('review.approve.approve')}
        </button>
      </div>
      <div className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        <SourceSide segment={segment} tags={facts?.tags}>
          <BlockNotes side="source" position={position} block={label} isActive={isActive} />
        </SourceSide>
        <div className="min-w-0 space-y-3">
          <TargetField
            label={t('review.block.translation', { block: label })}
            text={text}
            language={language}
            tags={facts?.tags}
            hasProblem={hasOpen}
            describedBy={showsFindings ? `${id}-findings` : undefined}
            onChange={change}
            onDone={() => actions.approve(position, { goOn: true })}
            onLeave={() => actions.focusRow(position)}
          />
          <Refusal row={row} />
          {showsFindings && (
            <Findings
              id={`${id}-findings`}
              row={row}
              onConfirm={(confirmed, reason = '') => draft.change(position, { confirmed, reason })}
              onDone={() => actions.approve(position, { goOn: true })}
            />
          )}
          <Conflict
            row={row}
            language={language}
            onTake={(which) => actions.takeConflict(position, which)}
            onReopen={() => {
              draft.change(position, { text: segment.text, decided: false })
              actions.focusRow(position)
            }}
          />
          {reports?.map((report) => (
            <ReportNote
              key={report.id}
              report={report}
              language={language}
              onRemoved={() => actions.focusRow(position)}
            />
          ))}
          <BlockNotes
            side="target"
            position={position}
            block={label}
            isActive={isActive}
            onTake={(note) => {
              const suggested = withSuggestion(text, note)
              if (suggested !== null) replace(suggested)
              return suggested !== null
            }}
          />
          {isActive && (
            <RowTools
              row={row}
              review={draft.review()}
              facts={facts}
              isAsking={isAsking}
              onAsk={(asks) => onAsk(asks ? position : null)}
              field={field}
              onReplace={replace}
            />
          )}
        </div>
      </div>
    </li>
  )
})
