import type { PriceDraft } from '#app/admin/ai/ai-draft.ts'
import type { AiForm } from '#app/admin/ai/use-ai-form.ts'
import { EditableRows } from '#app/admin/form/editable-rows.tsx'
import { t } from '#app/admin/messages.ts'
import { SettingGroup } from '#app/admin/settings/setting-group.tsx'
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
  const { prices } = draft
  // The first price is most likely that of the model in use.
  const model = prices.length === 0 ? draft.model : ''
  return (
    <EditableRows<PriceDraft>
      rows={prices}
      empty={{ model, input: '', output: '' }}
      max={PRICES_MAX}
      problem={problemOf('prices')}
      columnsClass="sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]"
      nameOf={(number) => t('ai.prices.row', { number })}
      remove={{
        text: t('ai.prices.remove'),
        nameOf: (number) => t('ai.prices.removeName', { number }),
      }}
      add={{ text: t('ai.prices.add') }}
      onChange={(rows) => change({ prices: rows })}
    >
      {(row, index, changeRow) =>
        COLUMNS.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            autoComplete="off"
            spellCheck={false}
            inputMode={name === 'model' ? 'text' : 'decimal'}
            value={row[name]}
            error={problemOf(`prices.${index}.${name}`)}
            onChange={(event) => changeRow({ [name]: event.target.value })}
          />
        ))
      }
    </EditableRows>
  )
}
