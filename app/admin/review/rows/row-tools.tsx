import { useRef } from 'react'
import { Link } from 'react-router'
import { useModelProblem } from '#app/admin/ai/use-model-problem.ts'
import { t } from '#app/admin/messages.ts'
import type { SegmentFacts } from '#app/admin/review/check/reviewed-texts.ts'
import type { ReviewRow } from '#app/admin/review/draft/row-draft.ts'
import { AskAgain } from '#app/admin/review/rows/ask-again.tsx'
import { Remembered } from '#app/admin/review/rows/remembered.tsx'
import { TagButtons } from '#app/admin/review/rows/tag-buttons.tsx'
import { TermList } from '#app/admin/review/rows/term-list.tsx'
import { MODEL_SETTINGS_PATH } from '#app/admin/translations/translation-paths.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { TranslationReview } from '#core/domain/translation-review.ts'

interface RowToolsProps {
  row: ReviewRow
  review: TranslationReview
  facts: SegmentFacts | undefined
  /** The field of the row, into which is written as if by hand. */
  field: () => HTMLTextAreaElement | null
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
  onReplace: (text: string) => void
}

/** What helps with the block that is being worked on. */
export function RowTools({ row, review, facts, field, isAsking, onAsk, onReplace }: RowToolsProps) {
  const problem = useModelProblem()
  const askButton = useRef<HTMLButtonElement>(null)
  const hasModel = problem !== undefined && !problem?.isUnset
  const close = () => {
    onAsk(false)
    askButton.current?.focus()
  }
  return (
    <div className="space-y-3">
      {facts && facts.tags.length > 0 && <TagButtons tags={facts.tags} text={row.text} field={field} />}
      {facts && facts.terms.length > 0 && (
        <TermList terms={facts.terms} language={review.language} field={field} />
      )}
      {row.segment.remembered.length > 0 && (
        <Remembered row={row} language={review.language} onReplace={onReplace} />
      )}
      {hasModel && (
        <Button
          ref={askButton}
          variant="ghost"
          size="sm"
          className="-ml-3"
          aria-expanded={isAsking}
          aria-keyshortcuts="r"
          onClick={() => onAsk(!isAsking)}
        >
          {t(row.text.trim() === '' ? 'review.ask.open' : 'review.ask.openAgain')}
        </Button>
      )}
      {hasModel && isAsking && (
        <AskAgain
          row={row}
          review={review}
          onClose={close}
          onAccept={(text) => {
            onAsk(false)
            onReplace(text)
          }}
        />
      )}
      {problem?.isUnset && (
        <p className="text-faint text-sm">
          {t('review.ask.noModel', { problem: problem.title })}{' '}
          <Link to={MODEL_SETTINGS_PATH} className="underline underline-offset-4">
            {t('ai.notice.settings')}
          </Link>
        </p>
      )}
    </div>
  )
}
