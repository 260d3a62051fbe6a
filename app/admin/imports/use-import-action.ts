import { useState } from 'react'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { IMPORTS_KEY } from '#app/admin/imports/imports-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import type { Answer } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'

/** Something that the server does with an import, once at a time, and why it did not. */
export function useImportAction<Data, Input = string>(
  run: (client: Client, input: Input) => Promise<Answer<Data>>,
) {
  const action = useDeskMutation({ run, invalidates: [IMPORTS_KEY] })
  const [problem, setProblem] = useState('')

  /** Returns what the server answered, or null when it did not do it. */
  async function act(input: Input): Promise<Data | null> {
    if (action.isPending) return null
    setProblem('')
    try {
      return answerOf(await action.mutateAsync(input))
    } catch (error) {
      setProblem(describeError(error))
      return null
    }
  }

  return { act, busy: action.isPending, problem, setProblem }
}
