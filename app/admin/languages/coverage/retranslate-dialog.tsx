import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AnswerRefusal, answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { COVERAGE_KEY } from '#app/admin/languages/coverage/coverage-table.ts'
import { aiModelQuery } from '#app/admin/settings/ai/ai-model.tsx'
import { useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'
import type { Answer } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import {
  findLastRequest,
  planRetranslation,
  type Retranslation,
  retranslateArticles,
} from '#core/data/translation-runs.ts'
import type { AiModelState } from '#core/domain/ai-model.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import {
  DEFAULT_BATCH_SIZE,
  MAX_BATCH_SIZE,
  type RetranslationPlan,
  type RetranslationResult,
  readBatchSize,
} from '#core/domain/translation-run.ts'

interface RetranslateDialogProps {
  /** Called with the time of the request, once it has been made. */
  onStarted: (requestedAt: string) => void
  onClose: () => void
}

/** Asks which translations to renew, shows an estimate, and starts the run. */
export function RetranslateDialog({ onStarted, onClose }: RetranslateDialogProps) {
  const offered = useOfferedTranslations()
  const [languages, setLanguages] = useState<readonly TranslatedLanguage[]>([])
  const [typedSize, setTypedSize] = useState('')
  const [sizeError, setSizeError] = useState('')
  const [plan, setPlan] = useState<RetranslationPlan | null>(null)
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { toast } = useToast()
  const { data: model } = useQuery(aiModelQuery)
  const estimate = useDeskMutation({
    run: planRetranslation,
    done: (answer) => setPlan(answerOf(answer)),
    failed: fail,
  })
  const start = useDeskMutation({
    run: startRetranslation,
    done(answer) {
      if (answer.status === 'refused') throw new AnswerRefusal(answer.message)
      const startedAt = answer.data.found > 0 ? answer.requestedAt : null
      if (startedAt !== null) onStarted(startedAt)
      onClose()
      if (startedAt === null)
        return {
          title: t('coverage.retranslate.nothing'),
          description: t('coverage.retranslate.nothingHint'),
        }
    },
    failed: fail,
    invalidates: [COVERAGE_KEY],
  })
  const isBusy = estimate.isPending || start.isPending

  function choose(next: readonly TranslatedLanguage[]) {
    setLanguages(next)
    setPlan(null)
    setError('')
  }

  /** The validated input; null after showing what is missing. */
  function read() {
    setError('')
    setSizeError('')
    const batchSize = readBatchSize(typedSize)
    if (languages.length === 0) {
      toast({
        title: t('coverage.retranslate.noLanguages'),
        description: t('coverage.retranslate.selectLanguage'),
        variant: 'destructive',
      })
      form.current?.querySelector<HTMLElement>('input[type=checkbox]')?.focus()
      return null
    }
    if (batchSize === null) {
      setSizeError(t('coverage.retranslate.wrongSize', { most: MAX_BATCH_SIZE }))
      form.current?.querySelector<HTMLElement>('input[inputmode=numeric]')?.focus()
      return null
    }
    return { languages, batchSize }
  }

  function fail(message: string): ToastMessage {
    setError(message)
    return { title: t('coverage.retranslate.failed'), description: message, variant: 'destructive' }
  }

  function preview() {
    const asked = isBusy ? null : read()
    if (asked) void estimate.attempt(asked)
  }

  function begin() {
    const asked = isBusy ? null : read()
    if (asked) void start.attempt(asked)
  }

  return (
    <ModalDialog title={t('coverage.retranslate.title')} width="list" onClose={onClose}>
      <form
        ref={form}
        noValidate
        method="post"
        aria-busy={isBusy}
        className="space-y-5 text-sm"
        onSubmit={(event) => {
          event.preventDefault()
          preview()
        }}
      >
        <p className="text-soft">{t('coverage.retranslate.explain')}</p>
        <fieldset>
          <legend className="mb-1.5 font-medium">{t('coverage.retranslate.languages')}</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-1">
            {offered.map((language) => (
              <label key={language} className="flex min-h-9 cursor-pointer items-center gap-2.5">
                <input
                  type="checkbox"
                  className="size-4.5 accent-ink"
                  checked={languages.includes(language)}
                  onChange={(event) =>
                    choose(
                      offered.filter((code) =>
                        code === language ? event.target.checked : languages.includes(code),
                      ),
                    )
                  }
                />
                {languageName(language)}
              </label>
            ))}
          </div>
        </fieldset>
        <TextField
          label={t('coverage.retranslate.batchSize')}
          hint={t('coverage.retranslate.batchSizeHint', { most: MAX_BATCH_SIZE, usual: DEFAULT_BATCH_SIZE })}
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(DEFAULT_BATCH_SIZE)}
          value={typedSize}
          error={sizeError}
          onChange={(event) => {
            setTypedSize(event.target.value)
            setSizeError('')
          }}
        />
        <div aria-live="polite">{plan && <PlanView plan={plan} model={model} />}</div>
        {start.isPending && (
          <p role="status" className="text-soft">
            {t('coverage.retranslate.starting')}
          </p>
        )}
        {error && <p className="text-red">{error}</p>}
        <Announcement urgent>{error}</Announcement>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {start.isPending ? t('coverage.retranslate.close') : t('ui.cancel')}
          </Button>
          <Button type="submit" variant={plan ? 'secondary' : 'primary'} aria-disabled={isBusy}>
            {estimate.isPending ? t('ui.oneMoment') : t('coverage.retranslate.dryRun')}
          </Button>
          {plan && plan.found > 0 && (
            <Button aria-disabled={isBusy} onClick={begin}>
              {start.isPending
                ? t('ui.oneMoment')
                : t('coverage.retranslate.start', {
                    count: plan.found,
                    found: plan.found.toLocaleString('en'),
                  })}
            </Button>
          )}
        </div>
      </form>
    </ModalDialog>
  )
}

type Started =
  | Extract<Answer<RetranslationResult>, { status: 'refused' }>
  | { status: 'answered'; data: Pick<RetranslationResult, 'found'>; requestedAt: string | null }

/** Starts retranslating. `requestedAt` identifies the runs. */
export async function startRetranslation(client: Client, retranslation: Retranslation): Promise<Started> {
  const answer = await retranslateArticles(client, retranslation)
  if (answer.status === 'refused') return answer
  return { status: 'answered', data: answer.data, requestedAt: await findLastRequest(client) }
}

interface PlanViewProps {
  plan: RetranslationPlan
  /** Undefined until it is known. */
  model: AiModelState | undefined
}

/** The translations that a run would renew, and its cost. */
function PlanView({ plan, model }: PlanViewProps) {
  const { found, translations, estimate } = plan
  if (found === 0)
    return <Notice title={t('coverage.retranslate.nothing')}>{t('coverage.retranslate.nothingHint')}</Notice>
  const { segments, tokens, cost, currency, sampled } = estimate
  const money = (amount: number) =>
    amount.toLocaleString('en', {
      style: 'currency',
      currency,
      maximumFractionDigits: amount > 0 && amount < 1 ? 4 : 2,
    })
  const budget = model && checkBudget(model, cost)
  return (
    <section aria-label={t('coverage.plan.label')} className="space-y-4 border-line border-y py-4">
      <div>
        <p className="font-semibold">
          {t('coverage.plan.found', { count: found, found: found.toLocaleString('en') })}
        </p>
        <ul className="mt-1.5 space-y-1 text-soft">
          {translations.map(({ id, language, title }) => (
            <li key={id} className="wrap-anywhere">
              <span lang={language}>{nameOf({ title })}</span>{' '}
              <span className="text-faint">{languageName(language)}</span>
            </li>
          ))}
          {found > translations.length && (
            <li className="text-faint">
              {t('coverage.plan.more', {
                count: found - translations.length,
                more: (found - translations.length).toLocaleString('en'),
              })}
            </li>
          )}
        </ul>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 tabular-nums">
        <dt className="text-faint">{t('coverage.plan.blocks')}</dt>
        <dd>{segments.toLocaleString('en')}</dd>
        <dt className="text-faint">{t('coverage.plan.tokens')}</dt>
        <dd>
          {t('coverage.plan.tokenCounts', {
            input: tokens.input.toLocaleString('en'),
            output: tokens.output.toLocaleString('en'),
          })}
        </dd>
        <dt className="text-faint">{t('coverage.plan.cost')}</dt>
        <dd>
          {cost === null ? t('coverage.plan.noPrice') : t('coverage.plan.about', { cost: money(cost) })}
        </dd>
      </dl>
      {segments === 0 && <p className="text-soft">{t('coverage.plan.allRemembered')}</p>}
      {sampled !== null && <p className="text-faint">{t('coverage.plan.sampled', { count: sampled })}</p>}
      {budget?.state === 'used-up' && (
        <Notice tone="warning" title={t('coverage.plan.usedUp', { budget: money(budget.budget) })}>
          <p>{t('coverage.plan.waits')}</p>
        </Notice>
      )}
      {budget?.state === 'exceeded' && (
        <Notice
          tone="warning"
          title={t('coverage.plan.exceeded', { left: money(budget.left), budget: money(budget.budget) })}
        >
          <p>{t('coverage.plan.waits')}</p>
        </Notice>
      )}
    </section>
  )
}

interface BudgetStatus {
  state: 'enough' | 'exceeded' | 'used-up'
  budget: number
  /** The rest of the budget of this month. */
  left: number
}

/** Tells whether the budget of this month covers a cost; null without a budget. An unknown cost (null) counts as covered. */
export function checkBudget(
  { monthly_budget: budget, spent }: Pick<AiModelState, 'monthly_budget' | 'spent'>,
  cost: number | null,
): BudgetStatus | null {
  if (budget === null) return null
  const left = Math.max(0, budget - spent)
  const state = left === 0 ? 'used-up' : cost !== null && cost > left ? 'exceeded' : 'enough'
  return { state, budget, left }
}
