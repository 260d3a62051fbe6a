import { useState } from 'react'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import type { Answer } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import { findImport, listImports } from '#core/data/imports.ts'
import type { ImportRecord, ImportState, ImportSummary } from '#core/domain/site-import.ts'

/** Says why something was not done, below the button that asked for it. */
export function ActionProblem({ children }: { children: string }) {
  return (
    <>
      {children && <p className="mt-3 text-red text-sm wrap-anywhere">{children}</p>}
      <Announcement urgent>{children}</Announcement>
    </>
  )
}

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

export const IMPORTS_KEY = ['imports']

const WORKING_MS = 1_000

/** Tells whether the server works on an import, so that it changes by itself. */
export const isUnderWay = (state: ImportState): boolean =>
  state === 'reading' || state === 'importing' || state === 'undoing'

/** Fetched again only while one of them is under way. */
export const importsQuery = {
  ...deskQuery([...IMPORTS_KEY, 'list'], listImports, { refuses: true }),
  refetchInterval: ({ state }: { state: { data?: ImportSummary[] | undefined } }) =>
    state.data?.some((one) => isUnderWay(one.state)) ? 5 * WORKING_MS : (false as const),
}

/** Fetched again only while it is under way. */
export const importQuery = (id: string) => ({
  ...deskQuery([...IMPORTS_KEY, 'import', id], (client) => findImport(client, id), { refuses: true }),
  refetchInterval: ({ state }: { state: { data?: ImportRecord | null | undefined } }) =>
    state.data && isUnderWay(state.data.state) ? WORKING_MS : (false as const),
})
