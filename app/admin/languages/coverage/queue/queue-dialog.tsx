import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { COVERAGE_KEY } from '#app/admin/languages/coverage/coverage-table.ts'
import { ModelNotice, useModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import { useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { queueTranslations } from '#core/data/translation-runs.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import {
  type CoverageState,
  type CoveredArticle,
  UNFINISHED_STATES,
} from '#core/domain/translation-coverage.ts'
import { MAX_QUEUED_TRANSLATIONS, type RequestedTranslation } from '#core/domain/translation-run.ts'

interface QueueDialogProps {
  articles: readonly CoveredArticle[]
  /** The only one whose state is known, when the matrix shows only one. */
  language: TranslatedLanguage | null
  results: React.RefObject<HTMLElement | null>
  onQueued: () => void
  onClose: () => void
}

/** Asks into which languages the selected articles are to be translated. */
export function QueueDialog({ articles, language, results, onQueued, onClose }: QueueDialogProps) {
  const translations = useOfferedTranslations()
  const offered = language ? [language] : translations
  const work = offered.map((code) => countWork(articles, code))
  const [languages, setLanguages] = useState<ReadonlySet<TranslatedLanguage>>(
    () => new Set(work.filter(hasWork).map((one) => one.language)),
  )
  const [renewsFinished, setRenewsFinished] = useState(false)
  const [problem, setProblem] = useState('')
  const modelProblem = useModelProblem()
  const { toast } = useToast()
  const queue = useDeskMutation({ run: queueTranslations, invalidates: [COVERAGE_KEY] })
  const chosen = chooseTranslations(articles, { languages: [...languages], renewsFinished })
  const isTooMuch = chosen.length > MAX_QUEUED_TRANSLATIONS

  function toggle(code: TranslatedLanguage) {
    setProblem('')
    setLanguages((before) => {
      const after = new Set(before)
      if (!after.delete(code)) after.add(code)
      return after
    })
  }

  async function submit() {
    if (chosen.length === 0 || isTooMuch) {
      setProblem(
        languages.size === 0 ? t('coverage.queue.noLanguage') : isTooMuch ? '' : t('coverage.queue.nothing'),
      )
      return false
    }
    const answer = await queue.mutateAsync(chosen)
    if (answer.status === 'refused') {
      setProblem(answer.message)
      return false
    }
    onQueued()
    toast({ title: t('ui.success'), description: t('coverage.queue.done', { count: answer.data.queued }) })
    return true
  }

  return (
    <ConfirmDialog
      title={t('coverage.queue.title', { count: articles.length })}
      action={t('coverage.queue.start', { count: chosen.length })}
      destructive={false}
      onConfirm={submit}
      onClose={onClose}
      focusAfter={results}
    >
      {modelProblem && <ModelNotice problem={modelProblem} />}
      <fieldset className="space-y-1">
        <legend className="mb-1 font-medium text-ink">{t('coverage.queue.languages')}</legend>
        {work.map((one) => (
          <label key={one.language} className="flex min-h-9 items-start gap-3 py-1.5">
            <input
              type="checkbox"
              className="mt-0.5 size-4.5 shrink-0 accent-ink"
              checked={languages.has(one.language)}
              onChange={() => toggle(one.language)}
            />
            <span>
              <span className="text-ink">{languageName(one.language)}</span>{' '}
              <span className="text-faint">{describeWork(one)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="flex items-start gap-3 py-1">
        <input
          type="checkbox"
          className="mt-0.5 size-4.5 shrink-0 accent-ink"
          checked={renewsFinished}
          onChange={(event) => {
            setRenewsFinished(event.target.checked)
            setProblem('')
          }}
        />
        <span>
          <span className="text-ink">{t('coverage.queue.finished')}</span>{' '}
          <span className="text-faint">{t('coverage.queue.finishedHint')}</span>
        </span>
      </label>
      {isTooMuch && (
        <p role="alert" className="text-red">
          {t('coverage.queue.tooMuch', {
            count: chosen.length,
            total: chosen.length.toLocaleString('en'),
            most: MAX_QUEUED_TRANSLATIONS.toLocaleString('en'),
          })}
        </p>
      )}
      {problem && (
        <p role="alert" className="text-red">
          {problem}
        </p>
      )}
    </ConfirmDialog>
  )
}

const hasWork = ({ missing, failed, stale }: LanguageWork) => missing + failed + stale > 0

function describeWork({ missing, failed, stale }: LanguageWork): string {
  const parts = [
    missing > 0 ? t('coverage.queue.missing', { count: missing }) : '',
    failed > 0 ? t('coverage.queue.failed', { count: failed }) : '',
    stale > 0 ? t('coverage.queue.stale', { count: stale }) : '',
  ].filter(Boolean)
  return parts.join(', ') || t('coverage.queue.noWork')
}

const UNFINISHED: ReadonlySet<CoverageState> = new Set(UNFINISHED_STATES)

/** The number of translations in a language, by state. */
interface LanguageWork {
  language: TranslatedLanguage
  missing: number
  failed: number
  stale: number
  /** Those of which nothing of the original has changed since. */
  finished: number
  /** True if the state of these articles in this language is known. */
  isShown: boolean
}

/** Counts the states of articles in a language. Running translations are not counted. */
export function countWork(articles: readonly CoveredArticle[], language: TranslatedLanguage): LanguageWork {
  const states = articles.flatMap((article) => cellOf(article, language)?.state ?? [])
  const count = (...those: CoverageState[]) => states.filter((state) => those.includes(state)).length
  return {
    language,
    missing: count('missing'),
    failed: count('failed'),
    stale: count('stale'),
    finished: count('waiting', 'unread', 'reviewed', 'up-to-date'),
    isShown: states.length > 0,
  }
}

/** The translations to queue: those that are missing, failed or stale and, with `renewsFinished`, the finished ones. */
export function chooseTranslations(
  articles: readonly CoveredArticle[],
  { languages, renewsFinished }: { languages: readonly TranslatedLanguage[]; renewsFinished: boolean },
): RequestedTranslation[] {
  return articles.flatMap((article) =>
    languages.flatMap((language) => {
      const state = cellOf(article, language)?.state
      const isChosen = state && state !== 'under-way' && (renewsFinished || UNFINISHED.has(state))
      return isChosen ? [{ articleId: article.id, language }] : []
    }),
  )
}

const cellOf = ({ cells }: CoveredArticle, language: TranslatedLanguage) =>
  cells.find((cell) => cell.language === language)
