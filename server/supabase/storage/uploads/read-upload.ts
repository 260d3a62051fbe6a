import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { requireSpeed } from '#server/platform/http/read-body.ts'
import { imageTypeOf, SIGNATURE_BYTES } from '#server/platform/images/image-type.ts'
import {
  invalidRequest,
  invalidType,
  noContent,
  notSupported,
  StorageError,
  tooLarge,
  unusableImage,
} from '#server/supabase/storage/storage-error.ts'

const MAX_METADATA_LENGTH = 16 * 1024

export interface UploadRules {
  maxBytes: number
  /** Types such as image/png or image/*; null for any. */
  types: string[] | null
  /** True if any bytes are stored as they are, and not only pictures. */
  keepsBytes: boolean
}

export interface Upload {
  cacheControl: string
  /** JSON text, or null. */
  userMetadata: string | null
}

/**
 * Refuses by its headers what would be refused after reading it.
 * @throws StorageError
 */
export function requireAcceptable({ headers }: IncomingMessage, { maxBytes, types }: UploadRules): void {
  const length = Number(headers['content-length'] ?? 0)
  if (length > maxBytes + (isForm(headers['content-type']) ? FORM_OVERHEAD_BYTES : 0)) throw tooLarge()
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw notSupported('content-encoding')
  if (!isForm(headers['content-type'])) requireType(headers['content-type'] ?? '', types)
}

/**
 * Receives the file of an upload: the body, or the file in a form.
 * @throws StorageError
 */
export async function readUpload(
  incoming: IncomingMessage,
  path: string,
  rules: UploadRules,
): Promise<Upload> {
  const { headers } = incoming
  const done = requireSpeed(incoming)
  try {
    if (!isForm(headers['content-type'])) {
      const userMetadata = fromBase64(headers['x-metadata'])
      const cacheControl = readCacheControl(headers['cache-control'])
      await receiveFile(incoming, path, rules)
      return { cacheControl, userMetadata }
    }
    const fields = await receiveForm(incoming, rules.maxBytes, async (source, type) => {
      requireType(type, rules.types)
      await receiveFile(source, path, rules)
    })
    const cacheControl = readCacheControl(fields.get('cacheControl'))
    const metadata = fields.get('metadata') ?? fields.get('userMetadata')
    if (fields.has('contentType')) requireType(fields.get('contentType') ?? '', rules.types)
    if (fields.has('contentEncoding')) throw notSupported('content-encoding')
    return { cacheControl, userMetadata: readMetadata(metadata) }
  } finally {
    done()
  }
}

function isForm(type = ''): boolean {
  return /^multipart\/form-data\s*;/i.test(type)
}

/** The declared type must be allowed too, as with hosted Supabase; the stored and served one depends on the bytes. */
export function requireType(declared: string, allowed: string[] | null): void {
  const [type = '', subtype = ''] = declared.toLowerCase().split(';', 1).join('').trim().split('/')
  const isAllowed = allowed?.some((one) => one === `${type}/${subtype}` || one === `${type}/*`) ?? true
  if (!isAllowed || !subtype) throw invalidType(declared)
}

/** Seconds, as the form of the official client has them, or a header. */
function readCacheControl(value: string | undefined): string {
  if (value === undefined) return 'no-cache'
  if (/^\d{1,9}$/.test(value)) return `max-age=${value}`
  if (/^(?:(?:public|private|no-cache|no-store|immutable|(?:s-)?max-age=\d{1,9})(?:, ?|$)){1,4}$/.test(value))
    return value
  throw invalidRequest('The cache control is not valid')
}

function fromBase64(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  return readMetadata(Buffer.from(String(header), 'base64').toString('utf8'))
}

/** Metadata of the client are stored as they are and never looked into. */
function readMetadata(text: string | undefined): string | null {
  if (text === undefined) return null
  if (text.length > MAX_METADATA_LENGTH) throw tooLarge()
  try {
    const value: unknown = JSON.parse(text)
    // PostgreSQL cannot store NUL or half of a surrogate pair.
    const canonical = JSON.stringify(value)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isObject && !/\\u0000|\\ud[89a-f]/i.test(canonical)) return canonical
  } catch {
    // The text is not JSON.
  }
  throw invalidRequest('The metadata are not a JSON object that can be stored')
}

/**
 * Writes what arrives to a new file, piece by piece. Reading stops at once when there is more than allowed, or when the first bytes
 * of a picture are not those of one.
 * @throws StorageError
 */
export async function receiveFile(
  source: Readable,
  path: string,
  rules: Pick<UploadRules, 'maxBytes' | 'keepsBytes'>,
): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await write(source, file, rules)
  } finally {
    await file.close()
  }
}

async function write(
  source: Readable,
  file: FileHandle,
  { maxBytes, keepsBytes }: Pick<UploadRules, 'maxBytes' | 'keepsBytes'>,
): Promise<void> {
  let size = 0
  let head: Buffer | null = keepsBytes ? null : Buffer.alloc(0)
  // The source is not destroyed when reading stops: the client of a refused upload is to read the refusal.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    if (head) {
      head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES)])
      if (head.length >= SIGNATURE_BYTES) {
        requireImage(head)
        head = null
      }
    }
    await file.writeFile(chunk)
  }
  if (size === 0) throw noContent()
  if (head) requireImage(head)
}

function requireImage(head: Buffer): void {
  if (!imageTypeOf(head)) throw unusableImage('it does not begin like a JPEG, PNG, GIF, WebP or AVIF')
}

/** The bytes of a form besides its file: fields, the headers of its parts, and boundaries. */
const FORM_OVERHEAD_BYTES = 128 * 1024
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
