import { hashKey, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'

/** Settings with a version and a secret, which are edited together and can be tried before they are saved. */
export interface VersionedForm<State, Draft, Result> {
  state: State
  draft: Draft
  change(part: Partial<Draft>): void
  problemOf(field: string): string | undefined
  isEdited: boolean
  /** True if another administrator has saved since editing began. */
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
  result: Result | null
}

/** The problems of a draft, by the field. */
export type FieldProblems = ReadonlyMap<string, string>

interface VersionedFormOptions<State, Draft, Change, Test, Result> {
  queryKey: QueryKey
  toDraft(state: State): Draft
  /** Returns the change that would be saved, and what is wrong with it. */
  parse(draft: Draft, state: State, version: number): { change: Change; problems: FieldProblems }
  save(client: Client, change: Change): Promise<string>
  /** The outcomes of a save that did not succeed: a problem of a field, or an error. */
  refusals: { field: string; secretNeeded: string; conflict: string; other: string }
  saved: string
  /** Tells whether a problem of this field prevents a test. */
  isTested(field: string): boolean
  /** Returns what is tested when these changes are not saved. */
  toTest(change: Change, isEdited: boolean): Test
  test(client: Client, test: Test): Promise<Result>
}

const NONE: FieldProblems = new Map()

/** Edits settings with a version. Until the first edit they follow the stored ones; an edit is saved only if no other administrator has saved since. */
export function useVersionedForm<
  State extends { version: number },
  Draft extends object,
  Change,
  Test,
  Result,
>(
  state: State,
  options: VersionedFormOptions<State, Draft, Change, Test, Result>,
): VersionedForm<State, Draft, Result> {
  const { toDraft, parse, refusals } = options
  const [edit, setEdit] = useState<{ version: number; draft: Draft } | null>(null)
  const [problems, setProblems] = useState(NONE)
  const [error, setError] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const { toast } = useToast()
  const saving = useDeskMutation({ run: options.save, invalidates: [options.queryKey] })
  const testing = useDeskMutation({ run: options.test, invalidates: [options.queryKey] })

  const draft = edit?.draft ?? toDraft(state)
  const isEdited = edit !== null && hashKey([draft]) !== hashKey([toDraft(state)])
  const isChangedMeanwhile = isEdited && edit.version !== state.version
  const version = edit?.version ?? state.version

  async function save(): Promise<boolean> {
    setError('')
    const { change, problems: found } = parse(draft, state, version)
    setProblems(found)
    if (found.size > 0) return false
    try {
      const outcome = await saving.mutateAsync(change)
      if (outcome === 'saved') {
        setEdit(null)
        toast({ title: t('ui.success'), description: options.saved })
        return true
      }
      if (outcome === 'secret_needed' || outcome === 'key_needed')
        setProblems(new Map([[refusals.field, refusals.secretNeeded]]))
      else setError(outcome === 'conflict' ? refusals.conflict : refusals.other)
    } catch (problem) {
      setError(describeError(problem))
    }
    return false
  }

  async function test(): Promise<boolean> {
    setError('')
    setResult(null)
    const { change, problems: found } = parse(draft, state, version)
    const own = new Map([...found].filter(([field]) => options.isTested(field)))
    setProblems(own)
    if (own.size > 0) return false
    try {
      setResult(await testing.mutateAsync(options.toTest(change, isEdited)))
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
