import type { IncomingMessage } from 'node:http'
import type * as z from 'zod'
import { BodyError, readBody } from '#server/platform/http/read-body.ts'
import { invalidRequest, tooLarge } from '#server/supabase/storage/storage-error.ts'

/** A thousand names of the usual length. */
const MAX_BYTES = 256 * 1024
const MAX_MESSAGE_LENGTH = 200

/**
 * The JSON body of a request.
 * @throws StorageError when it is too long, not JSON, or does not match the schema
 */
export async function readJson<Schema extends z.ZodType>(
  incoming: IncomingMessage,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parse(await readText(incoming)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.length ? `body/${issue.path.join('/')}` : 'body'
  throw invalidRequest(`${where} ${issue?.message ?? 'is not valid'}`.slice(0, MAX_MESSAGE_LENGTH))
}

async function readText(incoming: IncomingMessage): Promise<string> {
  try {
    return await readBody(incoming, MAX_BYTES)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    throw error.reason === 'too large' ? tooLarge() : invalidRequest(error.message)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('body is not valid JSON')
  }
}
