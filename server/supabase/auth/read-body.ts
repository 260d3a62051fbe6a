import type { Context } from 'hono'
import * as z from 'zod'
import { AuthError } from '#server/supabase/auth/auth-error.ts'

const MAX_MESSAGE_LENGTH = 200

/** The official client adds this to many bodies; it is ignored. */
export const noCaptcha = z.strictObject({ captcha_token: z.string().max(4096).nullish() }).nullish()

/** Text that PostgreSQL can store: well-formed, without NUL. */
export function storableText(longest: number) {
  return z
    .string()
    .max(longest, `must have at most ${longest} characters`)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'has a character that cannot be stored')
}

/**
 * Parses the JSON body of a request.
 * @throws AuthError when it is not JSON, or does not match the schema
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parseJson(c.req.header('content-type'), await c.req.arrayBuffer()))
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const unknownKeys = issues.find((issue) => issue.code === 'unrecognized_keys')
  const { path = [], message = 'not accepted' } = unknownKeys ?? issues[0] ?? {}
  const sentence = path.length > 0 ? `${path.join('.')}: ${message}` : message
  throw new AuthError(400, 'validation_failed', sentence.slice(0, MAX_MESSAGE_LENGTH))
}

/** For endpoints to which the official client sends no body; undefined when there is none. */
export async function readOptionalBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const { byteLength } = await c.req.arrayBuffer()
  return byteLength === 0 ? undefined : readBody(c, schema)
}

function parseJson(contentType: string | undefined, bytes: ArrayBuffer): unknown {
  // A form on another site cannot send this type without a CORS preflight.
  if (!/^application\/json *(;|$)/i.test(contentType ?? '')) {
    throw badJson('Content-Type must be application/json')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badJson('it is not JSON in UTF-8')
  }
}

function badJson(why: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${why}`)
}
