import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { AiModelState } from '#core/domain/ai-model.ts'

/** What the language model has cost in this month, and whether it is paused. */
export function MonthUse({ state }: { state: AiModelState }) {
  const { spent, monthly_budget: budget, currency, uses, connection, prices } = state
  const money = (amount: number) =>
    amount.toLocaleString('en', {
      style: 'currency',
      currency,
      maximumFractionDigits: amount > 0 && amount < 1 ? 4 : 2,
    })
  const isUsedUp = budget !== null && spent >= budget
  const isUnpriced = connection !== null && !prices.some(({ model }) => model === connection.model)
  return (
    <section aria-label={t('ai.use.title')} className="space-y-3 text-sm">
      <p className="font-semibold">
        {budget === null
          ? t('ai.use.spent', { spent: money(spent) })
          : t('ai.use.spentOf', { spent: money(spent), budget: money(budget) })}
      </p>
      {isUsedUp && <Notice tone="warning" title={t('ai.use.paused')} />}
      {budget !== null && isUnpriced && (
        <Notice tone="warning" title={t('ai.use.unpriced', { model: connection.model })} />
      )}
      {uses.length > 0 && (
        <ul className="space-y-1 text-soft">
          {uses.map(({ model, calls, input_tokens, output_tokens, cost }) => (
            <li key={model} className="wrap-anywhere">
              {t('ai.use.model', {
                model,
                count: calls,
                input: input_tokens.toLocaleString('en'),
                output: output_tokens.toLocaleString('en'),
                cost: cost === null ? t('ai.use.noPrice') : money(cost),
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
