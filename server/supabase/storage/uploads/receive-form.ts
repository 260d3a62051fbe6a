import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { invalidRequest, noContent, StorageError, tooLarge } from '#server/supabase/storage/storage-error.ts'

/** The bytes of a form besides its file: fields, the headers of its parts, and boundaries. */
export const FORM_OVERHEAD_BYTES = 128 * 1024
const FIELD_BYTES = 32 * 1024
const FIELDS = 10

/**
 * Reads a form with one file, which may have any field name; the official client sends it last, without a name. Returns the fields.
 * @throws StorageError, and whatever `receive` throws
 */
export async function receiveForm(
  incoming: IncomingMessage,
  maxBytes: number,
  receive: (source: Readable, type: string) => Promise<void>,
): Promise<Map<string, string>> {
  const parser = createParser(incoming, maxBytes)
  const fields = new Map<string, string>()
  const failure = Promise.withResolvers<never>()
  const stopping = new AbortController()
  const { signal } = stopping
  let source: Readable | undefined
  let file: Promise<void> | undefined

  parser.on('error', () => failure.reject(invalidRequest('The form is not valid')))
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => failure.reject(invalidRequest('The form has too many parts')))
  }
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) failure.reject(tooLarge())
    fields.set(name, value)
  })
  parser.on('file', (_name, stream, _filename, _encoding, type) => {
    stream.on('error', () => {})
    source = stream
    file = receive(stream, type)
    file.catch(failure.reject)
  })

  async function feed(): Promise<void> {
    const most = maxBytes + FORM_OVERHEAD_BYTES
    let size = 0
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) throw tooLarge()
      if (signal.aborted) return
      if (!parser.write(chunk)) await once(parser, 'drain', { signal })
    }
    parser.end()
    await once(parser, 'finish', { signal })
  }

  try {
    await Promise.race([feed(), failure.promise])
    if (!file) throw noContent()
    await file
    return fields
  } finally {
    stopping.abort()
    failure.promise.catch(() => {})
    parser.destroy()
    // The reader of the file then sees an early end of the form, and closes what it has opened.
    source?.destroy()
    await file?.catch(() => {})
  }
}

function createParser(incoming: IncomingMessage, maxBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: incoming.headers as BusboyHeaders,
      limits: {
        files: 1,
        fields: FIELDS,
        parts: FIELDS + 1,
        fieldNameSize: 100,
        fieldSize: FIELD_BYTES,
        headerPairs: 20,
        // One more than allowed, so that the reader of the file sees that it is too large.
        fileSize: maxBytes + 1,
      },
    })
  } catch {
    throw new StorageError(400, 'InvalidRequest', 'The form has no valid boundary')
  }
}
