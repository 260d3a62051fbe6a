import { useRef } from 'react'
import type { PriceDraft } from '#app/admin/ai/ai-draft.ts'
import type { AiForm } from '#app/admin/ai/use-ai-form.ts'
import { t } from '#app/admin/messages.ts'
import { SettingGroup } from '#app/admin/settings/setting-group.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { PRICES_MAX } from '#core/domain/ai-model.ts'

const COLUMNS = [
  { name: 'model', label: t('ai.prices.model') },
  { name: 'input', label: t('ai.prices.input') },
  { name: 'output', label: t('ai.prices.output') },
] as const

/** What the model may cost, and what its tokens do cost. */
export function CostFields({ form }: { form: AiForm }) {
  const { draft, change, problemOf } = form
  return (
    <SettingGroup legend={t('ai.cost.title')} hint={t('ai.cost.hint')}>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={t('ai.cost.currency')}
          autoComplete="off"
          maxLength={3}
          value={draft.currency}
          error={problemOf('currency')}
          onChange={(event) => change({ currency: event.target.value.toUpperCase() })}
        />
        <TextField
          label={t('ai.cost.budget')}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t('ai.cost.noBudget')}
          value={draft.monthly_budget}
          error={problemOf('monthly_budget')}
          onChange={(event) => change({ monthly_budget: event.target.value })}
        />
        <TextField
          label={t('ai.cost.concurrency')}
          inputMode="numeric"
          autoComplete="off"
          value={draft.concurrency}
          error={problemOf('concurrency')}
          onChange={(event) => change({ concurrency: event.target.value })}
        />
      </div>
      <PriceRows form={form} />
    </SettingGroup>
  )
}

function PriceRows({ form: { draft, change, problemOf } }: { form: AiForm }) {
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const { prices } = draft
  const isFull = prices.length >= PRICES_MAX

  function addRow() {
    // The first price is most likely that of the model in use.
    const model = prices.length === 0 ? draft.model : ''
    change({ prices: [...prices, { model, input: '', output: '' }] })
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }

  function setCell(index: number, part: Partial<PriceDraft>) {
    change({ prices: prices.map((row, at) => (at === index ? { ...row, ...part } : row)) })
  }

  function removeRow(index: number) {
    change({ prices: prices.filter((_, other) => other !== index) })
    add.current?.focus()
  }

  const problem = problemOf('prices')
  return (
    <div className="space-y-4">
      {prices.length > 0 && (
        <ul ref={list} className="space-y-5">
          {prices.map((row, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              key={index}
              aria-label={t('ai.prices.row', { number: index + 1 })}
              className="grid gap-3 border-edge border-l-2 pl-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]"
            >
              {COLUMNS.map(({ name, label }) => (
                <TextField
                  key={name}
                  label={label}
                  autoComplete="off"
                  spellCheck={false}
                  inputMode={name === 'model' ? 'text' : 'decimal'}
                  value={row[name]}
                  error={problemOf(`prices.${index}.${name}`)}
                  onChange={(event) => setCell(index, { [name]: event.target.value })}
                />
              ))}
              <div className="sm:col-span-3">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('ai.prices.removeName', { number: index + 1 })}
                  onClick={() => removeRow(index)}
                >
                  {t('ai.prices.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {problem && <p className="text-red text-sm">{problem}</p>}
      <Button
        ref={add}
        variant="secondary"
        size="sm"
        aria-disabled={isFull}
        onClick={() => isFull || addRow()}
      >
        {t('ai.prices.add')}
      </Button>
    </div>
  )
}
