import { useQuery } from '@tanstack/react-query'
import { EditableRows } from '#app/admin/kit/form/editable-rows.tsx'
import { TryOut } from '#app/admin/kit/form/try-out.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { aiModelQuery } from '#app/admin/settings/ai/ai-model.tsx'
import { ConnectionFields } from '#app/admin/settings/ai/connection-fields.tsx'
import { SpeechFields } from '#app/admin/settings/ai/speech-fields.tsx'
import { type AiForm, type PriceDraft, useAiForm } from '#app/admin/settings/ai/use-ai-form.ts'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { ConflictNotice, SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { SaveForm, SectionFrame } from '#app/admin/settings/setting-section.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { type AiModelState, PRICES_MAX } from '#core/domain/ai-model.ts'

/** The page on which the language model is set up, and what it may cost. */
export function LanguageModel() {
  const state = useQuery(aiModelQuery)
  return (
    <SectionFrame section={SECTIONS.model}>
      <QueryView query={state} what={t('ai.what')} pending={<ListSkeleton rows={4} />}>
        {(data) => <LanguageModelForm state={data} />}
      </QueryView>
    </SectionFrame>
  )
}

function LanguageModelForm({ state }: { state: AiModelState }) {
  const form = useAiForm(state)
  const isBusy = form.isSaving || form.isTesting

  return (
    <SaveForm
      labelId={SECTIONS.model.slug}
      error={form.error}
      unsaved={form.isEdited ? [t('ai.title')] : []}
      isSaving={form.isSaving}
      isBusy={isBusy}
      onSave={form.save}
      onDiscard={form.takeTheirs}
    >
      {(attempt) => (
        <div className="space-y-8">
          <div className="space-y-6">
            <ConnectionFields form={form} />
            <TestConnection form={form} onTest={() => attempt(form.test)} />
          </div>
          <SpeechFields form={form} />
          <CostFields form={form} />
          <MonthlyUsage state={state} />
          {form.isChangedMeanwhile && (
            <ConflictNotice
              title={t('ai.conflict.changed')}
              onTakeTheirs={form.takeTheirs}
              onKeepMine={form.keepMine}
            />
          )}
        </div>
      )}
    </SaveForm>
  )
}

/** Asks the model that is typed, and says how it answered or what to do. */
function TestConnection({ form, onTest }: { form: AiForm; onTest: () => void }) {
  const { draft, result, isTesting } = form
  if (!draft.provider) return null
  return (
    <TryOut
      action={t('ai.test.action')}
      running={t('ai.test.running')}
      hint={t('ai.test.hint')}
      isRunning={isTesting}
      isBusy={isTesting || form.isSaving}
      result={
        result &&
        (result.ok
          ? {
              ok: true,
              title: t('ai.test.works'),
              text: t('ai.test.answered', { model: result.model, seconds: (result.ms / 1000).toFixed(1) }),
            }
          : { ok: false, title: t('ai.test.fails'), text: result.error })
      }
      onTry={onTest}
    />
  )
}

/** Shows what the language model has cost in this month, and whether it is paused. */
function MonthlyUsage({ state }: { state: AiModelState }) {
  const { spent, monthly_budget: budget, currency, uses, connection, speech, prices } = state
  const money = (amount: number) =>
    amount.toLocaleString('en', {
      style: 'currency',
      currency,
      maximumFractionDigits: amount > 0 && amount < 1 ? 4 : 2,
    })
  const isUsedUp = budget !== null && spent >= budget
  const unpriced = [connection, speech].find(
    (used) => used !== null && !prices.some(({ model }) => model === used.model),
  )
  return (
    <section aria-label={t('ai.use.title')} className="space-y-3 text-sm">
      <p className="font-semibold">
        {budget === null
          ? t('ai.use.spent', { spent: money(spent) })
          : t('ai.use.spentOf', { spent: money(spent), budget: money(budget) })}
      </p>
      {isUsedUp && <Notice tone="warning" title={t('ai.use.paused')} />}
      {budget !== null && unpriced && (
        <Notice tone="warning" title={t('ai.use.unpriced', { model: unpriced.model })} />
      )}
      {uses.length > 0 && (
        <ul className="space-y-1 text-soft">
          {uses.map(({ model, calls, input_tokens, output_tokens, cost }) => (
            <li key={model} className="wrap-anywhere">
              {t(model === speech?.model ? 'ai.use.speech' : 'ai.use.model', {
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

const COLUMNS = [
  { name: 'model', label: t('ai.prices.model') },
  { name: 'input', label: t('ai.prices.input') },
  { name: 'output', label: t('ai.prices.output') },
] as const

/** The fields for what the model may cost, and what its tokens do cost. */
function CostFields({ form }: { form: AiForm }) {
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
