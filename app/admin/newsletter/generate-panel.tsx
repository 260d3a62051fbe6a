import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { MODEL_SETTINGS_PATH } from '#app/admin/kit/paths.ts'
import { ScreenLink } from '#app/admin/kit/session/member.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { languagesOf } from '#app/admin/newsletter/editions/edition-audience.ts'
import { DroppedList } from '#app/admin/newsletter/editions/edition-heading.tsx'
import { useTranslateIssue } from '#app/admin/newsletter/editions/translate-button.tsx'
import { useNewsletterCall } from '#app/admin/newsletter/newsletter-queries.ts'
import { aiModelQuery, modelProblemOf, useModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'
import { createNewsletter, generateNewsletter } from '#core/data/newsletter-editing.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { DEFAULT_DAYS_BACK, type GenerateAnswer, MAX_DAYS_BACK } from '#core/domain/newsletter-composing.ts'

interface GeneratePanelProps {
  /** The draft that is composed again; a new one is begun without it. */
  draftId: string | null
  /** True while this Sunday has an issue, which has buttons of its own. */
  isSecond: boolean
  /** `made` says how it was composed; null of an empty one, and of one that was there already. */
  onMade: (issueId: string, made: GenerateAnswer | null) => void
}

/**
 * Composes an issue of the articles of the last days, in every language that is read where a model is set up, or begins an empty one.
 */
export function GeneratePanel({ draftId, isSecond, onMade }: GeneratePanelProps) {
  const { toast } = useToast()
  const queries = useQueryClient()
  const modelProblem = useModelProblem()
  const offered = useOfferedLanguages()
  const { translate } = useTranslateIssue()
  const failed = (message: string): ToastMessage => ({
    title: t('newsletter.generate.failed', { message }),
    variant: 'destructive',
  })
  const generate = useNewsletterCall(generateNewsletter, {
    async done(answer) {
      if (answer.composedBy === null) {
        onMade(answer.issueId, null)
        return {
          title: t('newsletter.generate.opened'),
          description: t('newsletter.generate.openedText'),
        }
      }
      onMade(answer.issueId, answer)
      toast({
        title: t('newsletter.generate.done'),
        description: t('newsletter.generate.count', { n: answer.newsletter.articleCount }),
      })
      await makeEditions(answer.issueId)
    },
    failed,
  })
  const create = useNewsletterCall(createNewsletter, {
    done: ({ issueId }) => onMade(issueId, null),
    failed,
  })
  const [days, setDays] = useState(String(DEFAULT_DAYS_BACK))
  const [problem, setProblem] = useState('')
  const another = isSecond ? { another: true } : {}
  const isBusy = generate.isPending || create.isPending
  /** A ref, because the state would be too late for a double click. */
  const isBeginning = useRef(false)

  function compose() {
    if (isBusy) return
    const daysBack = Number(days)
    const isValid = /^\d{1,2}$/.test(days.trim()) && daysBack >= 1 && daysBack <= MAX_DAYS_BACK
    setProblem(isValid ? '' : t('newsletter.generate.wrongDays', { most: MAX_DAYS_BACK }))
    if (!isValid) return
    void generate.attempt({ daysBack, ...(draftId ? { issueId: draftId } : another) })
  }

  function labelOf(): string {
    return t(isSecond && !draftId ? 'newsletter.generate.another' : 'newsletter.generate.action')
  }

  /** Texts that a person wrote stay as they are. */
  async function makeEditions(issueId: string) {
    const model = await queries.fetchQuery({ ...aiModelQuery, staleTime: 0 })
    if (modelProblemOf(model) !== null) return
    const read = languagesOf(await queries.fetchQuery({ ...subscriberCountsQuery, staleTime: 0 }), offered)
    const languages = TRANSLATED_LANGUAGES.filter((language) => read.includes(language))
    if (languages.length > 0) await translate({ issueId, languages })
  }

  async function begin() {
    if (isBusy || isBeginning.current) return
    isBeginning.current = true
    await create.attempt(another)
    isBeginning.current = false
  }

  return (
    <>
      <p className="mb-4 max-w-prose text-faint text-sm">
        {t(draftId ? 'newsletter.generate.again' : 'newsletter.generate.intro')}
        {modelProblem?.isUnset && (
          <>
            {' '}
            {t('newsletter.generate.englishOnly')}{' '}
            <ScreenLink to={MODEL_SETTINGS_PATH} className="text-ink underline underline-offset-4">
              {t('ai.notice.settings')}
            </ScreenLink>
          </>
        )}
      </p>
      <form
        noValidate
        method="post"
        id={draftId ? undefined : 'generate'}
        tabIndex={-1}
        aria-label={t('newsletter.generate.title')}
        aria-busy={isBusy}
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          compose()
        }}
      >
        <TextField
          label={t('newsletter.generate.days')}
          className="w-36"
          inputMode="numeric"
          autoComplete="off"
          value={days}
          error={problem}
          onChange={(event) => setDays(event.target.value)}
        />
        <div className="flex flex-wrap gap-3 sm:mt-[1.625rem]">
          <Button type="submit" variant={isSecond ? 'secondary' : 'primary'} aria-disabled={isBusy}>
            {generate.isPending ? t('newsletter.generate.busy') : labelOf()}
          </Button>
          <Button variant="secondary" aria-disabled={isBusy} onClick={() => void begin()}>
            {create.isPending
              ? t('ui.oneMoment')
              : t(isSecond ? 'newsletter.generate.anotherEmpty' : 'newsletter.generate.empty')}
          </Button>
        </div>
      </form>
    </>
  )
}

/** Says how an issue was just composed, where that needs an explanation. */
export function ComposedNotice({ made }: { made: GenerateAnswer | null }) {
  return (
    <div role="status">
      {made && (made.composedBy === 'rules' || made.dropped.length > 0) && (
        <Notice
          tone={made.composedBy === 'rules' ? 'warning' : 'plain'}
          className="mb-5"
          title={t(
            made.composedBy === 'rules' ? 'newsletter.generate.byRules' : 'newsletter.generate.byModel',
          )}
        >
          {made.reason && <p>{made.reason}</p>}
          <DroppedList dropped={made.dropped} />
        </Notice>
      )}
    </div>
  )
}
