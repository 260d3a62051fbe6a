import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'
import { AI_MODEL_KEY } from '#app/admin/ai/ai-model.tsx'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { saveAiModel, testAiConnection } from '#core/data/ai-model.ts'
import {
  type AiModelChange,
  type AiModelState,
  type AiProvider,
  type AiTestResult,
  aiAddress,
  aiModelChange,
  type TypedAiConnection,
} from '#core/domain/ai-model.ts'

/** The settings of the language model that are being edited. */
export interface AiForm {
  state: AiModelState
  draft: AiDraft
  change(part: Partial<AiDraft>): void
  problemOf(field: string): string | undefined
  isEdited: boolean
  /** Whether another administrator has saved since editing began. */
  isChangedMeanwhile: boolean
  takeTheirs(): void
  keepMine(): void
  isSaving: boolean
  /** Returns false, with problems at the fields or an error, when it is not possible. */
  save(): Promise<boolean>
  error: string
  isTesting: boolean
  /** Tests what is typed. Returns false when it cannot be, with problems at the fields. */
  test(): Promise<boolean>
  result: AiTestResult | null
}

const NONE: ReadonlyMap<string, string> = new Map()

/** Edits the settings of the model. Until the first edit they follow the stored ones; an edit is saved only if no other administrator has saved since. */
export function useAiForm(state: AiModelState): AiForm {
  const [edit, setEdit] = useState<{ version: number; draft: AiDraft } | null>(null)
  const [problems, setProblems] = useState(NONE)
  const [error, setError] = useState('')
  const [result, setResult] = useState<AiTestResult | null>(null)
  const { toast } = useToast()
  const saving = useDeskMutation({ run: saveAiModel, invalidates: [AI_MODEL_KEY] })
  const testing = useDeskMutation({ run: testAiConnection, invalidates: [AI_MODEL_KEY] })

  const draft = edit?.draft ?? toDraft(state)
  const isEdited = edit !== null && hashKey([draft]) !== hashKey([toDraft(state)])
  const isChangedMeanwhile = isEdited && edit.version !== state.version
  const version = edit?.version ?? state.version

  async function save(): Promise<boolean> {
    setError('')
    const { change, problems: found } = parseDraft(draft, state, version)
    setProblems(found)
    if (found.size > 0) return false
    try {
      const outcome = await saving.mutateAsync(change)
      if (outcome === 'saved') {
        setEdit(null)
        toast({ title: t('ui.success'), description: t('ai.saved') })
        return true
      }
      if (outcome === 'key_needed') setProblems(new Map([['connection.key', t('ai.key.needed')]]))
      else setError(outcome === 'conflict' ? t('ai.conflict.look') : t('ai.problem.refused'))
    } catch (problem) {
      setError(describeError(problem))
    }
    return false
  }

  async function test(): Promise<boolean> {
    setError('')
    setResult(null)
    const { change, problems: found } = parseDraft(draft, state, version)
    const own = new Map([...found].filter(([field]) => field.startsWith('connection')))
    setProblems(own)
    if (own.size > 0) return false
    try {
      setResult(await testing.mutateAsync(isEdited ? (change.connection ?? undefined) : undefined))
      return true
    } catch (problem) {
      setError(describeError(problem))
      return false
    }
  }

  return {
    state,
    draft,
    change(part) {
      setEdit({ version, draft: { ...draft, ...part } })
      setProblems(NONE)
      setError('')
      setResult(null)
    },
    problemOf: (field) => problems.get(field),
    isEdited,
    isChangedMeanwhile,
    takeTheirs: () => setEdit(null),
    keepMine: () => setEdit({ version: state.version, draft }),
    isSaving: saving.isPending,
    save,
    error,
    isTesting: testing.isPending,
    test,
    result,
  }
}

export interface PriceDraft {
  model: string
  input: string
  output: string
}

/** The settings of the language model as they are typed. */
export interface AiDraft {
  provider: AiProvider | ''
  model: string
  base_url: string
  /** What becomes of the stored key. */
  keyAction: 'keep' | 'replace' | 'remove'
  key: string
  concurrency: string
  currency: string
  prices: PriceDraft[]
  monthly_budget: string
}

export function toDraft({ connection, ...costs }: AiModelState): AiDraft {
  return {
    provider: connection?.provider ?? '',
    model: connection?.model ?? '',
    base_url: connection?.base_url ?? '',
    keyAction: 'keep',
    key: '',
    concurrency: String(costs.concurrency),
    currency: costs.currency,
    prices: costs.prices.map(({ model, input, output }) => ({
      model,
      input: String(input),
      output: String(output),
    })),
    monthly_budget: costs.monthly_budget === null ? '' : String(costs.monthly_budget),
  }
}

/** Whether the stored key can be used with what is typed: it belongs to the provider and the address that it was entered for. */
export function canReuseKey({ provider, base_url }: AiDraft, { connection }: AiModelState): boolean {
  const address = base_url.trim() ? (aiAddress.safeParse(base_url).data ?? base_url) : null
  return Boolean(connection?.has_key && connection.provider === provider && connection.base_url === address)
}

/** What would be saved, or what is wrong with it, by the field: `connection.model`, `prices.0.input`. */
export function parseDraft(
  draft: AiDraft,
  state: AiModelState,
  version: number,
): { change: AiModelChange; problems: ReadonlyMap<string, string> } {
  const connection = state.variables.length > 0 ? undefined : toConnection(draft, state)
  const change = {
    version,
    ...(connection !== undefined && { connection }),
    concurrency: toNumber(draft.concurrency),
    currency: draft.currency.trim().toUpperCase(),
    prices: draft.prices
      .filter((row) => Object.values(row).some((text) => text.trim()))
      .map(({ model, input, output }) => ({ model, input: toNumber(input), output: toNumber(output) })),
    monthly_budget: draft.monthly_budget.trim() ? toNumber(draft.monthly_budget) : null,
  }
  const issues = aiModelChange.safeParse(change).error?.issues ?? []
  return {
    change,
    problems: new Map(issues.toReversed().map(({ path, message }) => [path.join('.'), message])),
  }
}

/** Null when there is to be no model. */
function toConnection(draft: AiDraft, state: AiModelState): TypedAiConnection | null {
  const { provider, model, base_url, keyAction, key } = draft
  if (!provider) return null
  const connection = { provider, model, base_url: base_url.trim() || null }
  if (keyAction === 'keep' && canReuseKey(draft, state)) return connection
  return { ...connection, key: (keyAction !== 'remove' && key.trim()) || null }
}

/** A comma is a point in the languages of many desks. */
function toNumber(text: string): number {
  return text.trim() ? Number(text.trim().replace(',', '.')) : Number.NaN
}
