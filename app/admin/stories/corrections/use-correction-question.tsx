import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { diffQuery } from '#app/admin/kit/compare/compare-texts.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import type { SaveRequest } from '#app/admin/stories/article/save/use-save.ts'
import {
  CORRECTIONS_KEY,
  CorrectionForm,
  correctionsQuery,
  describeRefusal,
} from '#app/admin/stories/corrections/corrections-panel.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { addCorrection } from '#core/data/article-corrections.ts'
import { type Article, TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'
import { MAX_CORRECTION_LENGTH } from '#core/domain/article-correction.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { ChangedFact } from '#core/newsroom/changed-facts.ts'

/** A correction of the last hours is about the change that is made now. */
const TOLD_FOR_MS = 24 * 3_600_000
const MAX_SHOWN = 8

/** The text of a correction; null to save without one, and undefined to save nothing. */
type Answer = string | null | undefined

interface Question {
  changes: readonly ChangedFact[]
  language: Language
  /** The text that a correction may have, and why it was refused, if it was. */
  text: string
  problem: string | null
  answer: (answer: Answer) => void
}

interface CorrectionQuestionOptions {
  /** The article as readers have it; null for a new one. */
  article: Article | null
  onCorrected: (article: Article) => void
}

/**
 * The question whether readers are told when a number, a name, a date or a quotation of a published article changes: `asks` resolves
 * to the request with the correction, or to null if nothing is to be saved.
 */
export function useCorrectionQuestion({ article, onCorrected }: CorrectionQuestionOptions) {
  const queries = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  const isAsking = useRef(false)
  const adding = useDeskMutation({ run: addCorrection, invalidates: [CORRECTIONS_KEY] })

  function ask(asked: Omit<Question, 'answer'>): Promise<Answer> {
    return new Promise((resolve) => {
      setQuestion({
        ...asked,
        answer(answer) {
          setQuestion(null)
          resolve(answer)
        },
      })
    })
  }

  async function asks(request: SaveRequest, next: TranslatedFields): Promise<SaveRequest | null> {
    if (!article?.published || !request.published) return request
    if (isAsking.current) return null
    isAsking.current = true
    try {
      const changes = await findUntold(article, next)
      if (changes.length === 0) return request
      const { language } = article
      const { writeCorrection } = await import('#core/i18n/correction-words.ts')
      const proposed = writeCorrection(changes, language, MAX_CORRECTION_LENGTH)
      const text = await ask({ changes, language, text: proposed, problem: null })
      if (text === undefined) return null
      if (text === null) return request
      return {
        ...request,
        async after(saved) {
          const refused = await add(saved, text, changes)
          return (await request.after?.(saved)) ?? refused
        },
      }
    } finally {
      isAsking.current = false
    }
  }

  /** Finds what changes, without what a correction of today tells already. */
  async function findUntold(before: Article, next: TranslatedFields): Promise<ChangedFact[]> {
    if (TRANSLATED_FIELDS.every((field) => (before[field] ?? '') === (next[field] ?? ''))) return []
    try {
      const [{ changedFacts, tells }, diff] = await Promise.all([
        import('#core/newsroom/changed-facts.ts'),
        queries.fetchQuery(diffQuery),
      ])
      const changes = changedFacts(diff, before, next, before.language)
      if (changes.length === 0) return []
      // A question too many is better than one too few.
      const corrections = await queries.fetchQuery(correctionsQuery(before.id)).catch(() => [])
      const told = corrections.filter(
        ({ corrected_at }) => Date.parse(corrected_at) > Date.now() - TOLD_FOR_MS,
      )
      return changes.filter((change) => !told.some(({ text }) => tells(text, change)))
    } catch {
      // Offline, the save says what is wrong.
      return []
    }
  }

  /** Adds the correction to the saved article, and asks again when it is refused. Resolves to why it is not there, or null. */
  async function add(saved: Article, text: string, changes: readonly ChangedFact[]): Promise<string | null> {
    const problem = await tryToAdd(saved, text)
    if (problem === null) return null
    const again = await ask({ changes, language: saved.language, text, problem })
    return again ? add(saved, again, changes) : problem
  }

  async function tryToAdd(saved: Article, text: string): Promise<string | null> {
    try {
      const answer = await adding.mutateAsync({ articleId: saved.id, text })
      if (answer.status !== 'added') return describeRefusal(answer.status)
      if (answer.replaced === saved.updated_at) onCorrected({ ...saved, updated_at: answer.updated_at })
      return null
    } catch (error) {
      return describeError(error)
    }
  }

  return { asks, dialog: question && <CorrectionDialog {...question} /> }
}

/** Shows what changed, and asks whether readers are told. */
function CorrectionDialog({ changes, language, text, problem, answer }: Question) {
  const [isWriting, setIsWriting] = useState(problem !== null)
  const shown = changes.slice(0, MAX_SHOWN)
  const cancel = () => answer(problem ? null : undefined)
  return (
    <ModalDialog title={t('corrections.ask.title')} onClose={cancel}>
      {problem && (
        <Notice tone="problem" title={t('corrections.ask.notAdded')}>
          {problem}
        </Notice>
      )}
      <div className="space-y-3 text-sm">
        <p className="text-soft">{t('corrections.ask.text')}</p>
        <ul className="space-y-1 wrap-anywhere">
          {shown.map(({ before, after }) => (
            <li key={`${before} ${after}`} lang={language}>
              {after === null
                ? t('corrections.ask.gone', { before })
                : t('corrections.ask.replaced', { before, after })}
            </li>
          ))}
        </ul>
        {changes.length > shown.length && (
          <p className="text-soft">{t('corrections.ask.more', { count: changes.length - shown.length })}</p>
        )}
      </div>
      {isWriting ? (
        <CorrectionForm
          label={t('corrections.new')}
          initial={text}
          action={t('corrections.add')}
          busyAction={t('corrections.add.busy')}
          submit={async (text) => {
            answer(text)
            return null
          }}
          more={
            <Button variant="secondary" onClick={cancel}>
              {t('ui.cancel')}
            </Button>
          }
          inDialog
          className="mt-5"
        />
      ) : (
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={cancel}>
            {t('ui.cancel')}
          </Button>
          <Button variant="secondary" onClick={() => answer(null)}>
            {t('corrections.ask.typo')}
          </Button>
          <Button onClick={() => setIsWriting(true)}>{t('corrections.ask.add')}</Button>
        </div>
      )}
    </ModalDialog>
  )
}
