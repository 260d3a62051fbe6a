import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'
import { type AiDraft, readDraft, toDraft } from '#app/admin/ai/ai-draft.ts'
import { AI_MODEL_KEY } from '#app/admin/ai/ai-queries.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { saveAiModel, testAiConnection } from '#core/data/ai-model.ts'
import type { AiModelState, AiTestResult } from '#core/domain/ai-model.ts'

/** The settings of the language model that are being edited. */
export interface AiForm {
  state: AiModelState
  draft: AiDraft
  change(part: Partial<AiDraft>): void
  problemOf(field: string): string | undefined
  isEdited: boolean
  /** Whether somebody else has saved since editing began. */
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

/** What is not touched follows what is stored; what is stays, and is saved only if nobody else has saved since. */
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
    const { change, problems: found } = readDraft(draft, state, version)
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
    const { change, problems: found } = readDraft(draft, state, version)
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
