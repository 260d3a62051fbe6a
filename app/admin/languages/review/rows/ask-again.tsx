import { useId, useRef, useState } from 'react'
import { OtherText } from '#app/admin/kit/compare/text-diff.tsx'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { MODEL_SETTINGS_PATH } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ScreenLink } from '#app/admin/kit/session/member.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import type { ReviewRow } from '#app/admin/languages/review/draft/row-draft.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { askTranslationSegment } from '#core/data/translation-review.ts'
import type { SegmentSuggestion, TranslationReview } from '#core/domain/translation-review.ts'

const MAX_HINT_LENGTH = 500

interface AskAgainProps {
  row: ReviewRow
  review: TranslationReview
  onAccept: (text: string) => void
  onClose: () => void
}

/** Asks the model for a text again, and shows what it suggests beside the present one. */
export function AskAgain({ row, review, onAccept, onClose }: AskAgainProps) {
  const id = useId()
  const [hint, setHint] = useState('')
  const [error, setError] = useState('')
  const [suggestion, setSuggestion] = useState<SegmentSuggestion | null>(null)
  const result = useRef<HTMLDivElement>(null)

  const asking = useDeskMutation({
    run: (client) =>
      askTranslationSegment(client, {
        articleId: review.original.id,
        language: review.language,
        revision: review.revision,
        position: row.position,
        hint: hint.trim(),
      }),
    done(answer) {
      if ('error' in answer) throw new AnswerRefusal(answer.error)
      setSuggestion(answer)
      requestAnimationFrame(() => result.current?.focus())
    },
    failed: setError,
  })
  const isAsking = asking.isPending

  function ask() {
    if (isAsking) return
    setError('')
    void asking.attempt()
  }

  return (
    <section
      data-own-escape
      aria-label={t('review.ask.title')}
      className="space-y-3 rounded-sm bg-wash p-3 text-sm"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <TextField
        label={t('review.ask.hint')}
        value={hint}
        maxLength={MAX_HINT_LENGTH}
        autoComplete="off"
        placeholder={t('review.ask.example')}
        ref={focusAtFirst}
        onChange={(event) => setHint(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          ask()
        }}
      />
      {suggestion && (
        <section ref={result} tabIndex={-1} aria-labelledby={id}>
          <p id={id} className="mb-1 font-semibold">
            {t('review.ask.suggestion', { model: suggestion.model })}
          </p>
          <OtherText present={row.text} other={suggestion.text} lang={review.language} />
          {suggestion.problems.length > 0 && (
            <ul className="mt-2 text-orange">
              {suggestion.problems.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </section>
      )}
      {error && (
        <p className="text-red">
          {error}{' '}
          <ScreenLink to={MODEL_SETTINGS_PATH} className="underline underline-offset-4">
            {t('ai.notice.settings')}
          </ScreenLink>
        </p>
      )}
      <Announcement>{isAsking ? t('review.ask.asking') : error}</Announcement>
      <div className="flex flex-wrap gap-2">
        {suggestion && (
          <Button size="sm" onClick={() => onAccept(suggestion.text)}>
            {t('review.ask.accept')}
          </Button>
        )}
        <Button variant="secondary" size="sm" aria-disabled={isAsking} onClick={ask}>
          {isAsking ? t('review.ask.asking') : suggestion ? t('review.ask.askAgain') : t('review.ask.ask')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {suggestion ? t('review.ask.discard') : t('ui.cancel')}
        </Button>
      </div>
    </section>
  )
}

/** The field is rendered after a click on its button, so it takes the focus. */
const focusAtFirst = (field: HTMLInputElement | null) => field?.focus()
