import { t } from '#app/admin/kit/messages.ts'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import type { AiModelState } from '#core/domain/ai-model.ts'
import type { RetranslationPlan } from '#core/domain/translation-run.ts'

interface PlanViewProps {
  plan: RetranslationPlan
  /** Undefined until it is known. */
  model: AiModelState | undefined
}

/** The translations that a run would renew, and its cost. */
export function PlanView({ plan, model }: PlanViewProps) {
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
