import { deskQuery } from '#app/admin/query/desk-query.ts'
import { findImport, listImports } from '#core/data/imports.ts'
import type { ImportRecord, ImportState, ImportSummary } from '#core/domain/site-import.ts'

export const IMPORTS_KEY = ['imports']

const WORKING_MS = 1_000

/** Whether the server works on an import, so that it changes by itself. */
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
