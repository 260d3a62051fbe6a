import { type Answer, callFunction, refusalOf } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import {
  IMPORT_BUCKET,
  type ImportChoices,
  type ImportFormat,
  type ImportRecord,
  type ImportSummary,
} from '#core/domain/site-import.ts'

/** The statuses with which the server refuses what is not possible in the present state. */
const REFUSALS = [400, 404, 409, 413, 415, 422, 503]

type Done = Answer<Record<string, unknown>>

/** All imports, the newest first. */
export async function listImports(client: Client): Promise<ImportSummary[]> {
  const { data, error } = await client.functions.invoke<{ imports: ImportSummary[] }>('list-imports', {
    method: 'GET',
  })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data.imports
}

export async function findImport(client: Client, id: string): Promise<ImportRecord | null> {
  const { data, error } = await client.functions.invoke<ImportRecord>('find-import', { body: { id } })
  if (!error && data) return data
  if (await refusalOf(error, [404])) return null
  throw error ?? new TypeError('The function has returned nothing')
}

/** Begins an import of a file, which is then uploaded in parts, or of what an address gives. */
export const beginImport = (
  client: Client,
  source: ({ name: string; size: number } | { url: string }) & { format: ImportFormat | null },
): Promise<Answer<{ id: string }>> => callFunction(client, 'begin-import', source, REFUSALS)

/** Starts the dry run, once everything is uploaded, or once more, then perhaps in another format. */
export const readImport = (
  client: Client,
  asked: { id: string; format?: ImportFormat | null; siteName?: string | null },
): Promise<Done> => callFunction(client, 'read-import', asked, REFUSALS)

export const runImport = (client: Client, asked: { id: string; choices: ImportChoices }): Promise<Done> =>
  callFunction(client, 'run-import', asked, REFUSALS)

export const stopImport = (client: Client, id: string): Promise<Done> =>
  callFunction(client, 'stop-import', { id }, REFUSALS)

export const undoImport = (client: Client, id: string): Promise<Done> =>
  callFunction(client, 'undo-import', { id }, REFUSALS)

/** Forgets an import and its parts; its articles stay. */
export const removeImport = (client: Client, id: string): Promise<Done> =>
  callFunction(client, 'remove-import', { id }, REFUSALS)

/** The numbers of the parts of a file that are stored. */
export async function listImportParts(client: Client, id: string): Promise<Set<number>> {
  const { data, error } = await client.storage.from(IMPORT_BUCKET).list(id, { limit: 1000 })
  if (error) throw causeOf(error)
  return new Set(data.map(({ name }) => Number(name)))
}

/** Stores a part of a file; one that is stored already stays. */
export async function uploadImportPart(
  client: Client,
  { id, part, content }: { id: string; part: number; content: Blob },
): Promise<void> {
  const { error } = await client.storage.from(IMPORT_BUCKET).upload(`${id}/${part}`, content)
  if (!error || ('code' in error && error.code === 'KeyAlreadyExists')) return
  throw causeOf(error)
}

/** The error that kept a request of the storage from its answer, if it has none. */
function causeOf(error: Error): unknown {
  return 'originalError' in error ? error.originalError : error
}
