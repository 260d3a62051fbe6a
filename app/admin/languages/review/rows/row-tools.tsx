import { useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { MODEL_SETTINGS_PATH } from '#app/admin/kit/paths.ts'
import { ScreenLink } from '#app/admin/kit/session/member.tsx'
import type { SegmentFacts, SourceTag } from '#app/admin/languages/review/check/reviewed-texts.ts'
import type { ReviewRow } from '#app/admin/languages/review/draft/row-draft.ts'
import { AskAgain } from '#app/admin/languages/review/rows/ask-again.tsx'
import { describeTag, missingTags, writtenTag } from '#app/admin/languages/review/rows/tagged-text.tsx'
import { putTag } from '#app/admin/languages/review/rows/target-field.tsx'
import { useModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { TextOrigin, TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import type { GlossaryEntry } from '#core/translation/checks/glossary.ts'

interface TermListProps {
  terms: readonly GlossaryEntry[]
  language: TranslatedLanguage
  field: () => HTMLTextAreaElement | null
}

interface TagButtonsProps {
  tags: readonly SourceTag[]
  text: string
  field: () => HTMLTextAreaElement | null
}

interface RememberedProps {
  row: ReviewRow
  language: TranslatedLanguage
  onReplace: (text: string) => void
}

interface RowToolsProps {
  row: ReviewRow
  review: TranslationReview
  facts: SegmentFacts | undefined
  /** The text field of the row. */
  field: () => HTMLTextAreaElement | null
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
  onReplace: (text: string) => void
}

/** The tools for the active block. */
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
      {(row.segment.remembered.length > 0 || row.segment.refused?.text) && (
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
          <ScreenLink to={MODEL_SETTINGS_PATH} className="underline underline-offset-4">
            {t('ai.notice.settings')}
          </ScreenLink>
        </p>
      )}
    </div>
  )
}

const ORIGINS = {
  person: t('review.origin.person'),
  machine: t('review.origin.machine'),
  refused: t('review.origin.refused'),
}

/** The matches in the translation memory, and the refused answer of the model. */
function Remembered({ row, language, onReplace }: RememberedProps) {
  const { remembered, refused } = row.segment
  const known: { text: string; origin: TextOrigin | 'refused' }[] = refused?.text
    ? [...remembered, { text: refused.text, origin: 'refused' }]
    : remembered
  const wordings = known.filter(({ text }) => text !== row.text)
  if (wordings.length === 0) return null
  return (
    <div className="text-sm">
      <p className="mb-1 text-faint">{t('review.memory.title')}</p>
      <ul className="space-y-2">
        {wordings.map(({ text, origin }) => (
          <li key={text} className="flex items-start justify-between gap-3">
            <p className="min-w-0">
              <span lang={language} className="text-soft wrap-anywhere">
                {text}
              </span>{' '}
              <span className="whitespace-nowrap text-faint text-xs">{ORIGINS[origin]}</span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('review.memory.useLabel', { text })}
              onClick={() => onReplace(text)}
            >
              {t('review.memory.use')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The tags of a block with their values. Missing ones can be inserted at the cursor. */
function TagButtons({ tags, text, field }: TagButtonsProps) {
  const missing = new Set(missingTags(text, tags).map(({ id }) => id))
  return (
    <div className="text-sm">
      <p className="mb-1 text-faint">{t('review.tags.title')}</p>
      <ul className="space-y-1">
        {tags.map((tag) => (
          <li key={tag.id} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <code className="rounded-sm bg-blue/15 px-1 text-blue text-xs">{writtenTag(tag)}</code>
            <span className="min-w-0 text-soft wrap-anywhere">{describeTag(tag)}</span>
            {missing.has(tag.id) && (
              <button
                type="button"
                aria-label={t('review.tags.insertLabel', { tag: writtenTag(tag), what: describeTag(tag) })}
                aria-keyshortcuts="Alt+T"
                className="min-h-6 font-medium text-red underline underline-offset-4"
                // The cursor stays where the tag is meant to be.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  const target = field()
                  if (target) putTag(target, tag)
                }}
              >
                {t('review.tags.insert')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The glossary terms of a block. */
function TermList({ terms, language, field }: TermListProps) {
  return (
    <div className="text-sm">
      <p className="mb-1 text-faint">{t('review.terms.title')}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {terms.map(({ term, rule, as }) => {
          const wanted = rule === 'translate-as' && as ? as : term
          return (
            <li key={term}>
              <span lang="en" className="text-soft">
                {term}
              </span>{' '}
              <span aria-hidden>→</span>{' '}
              <button
                type="button"
                lang={language}
                aria-label={t('review.terms.insert', { term: wanted })}
                className="min-h-6 font-medium underline decoration-line underline-offset-4 hover:decoration-current"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  const target = field()
                  target?.focus({ preventScroll: true })
                  // The only way that the browser's own undo knows of.
                  document.execCommand('insertText', false, wanted)
                }}
              >
                {wanted}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
