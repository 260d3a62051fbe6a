import type { Context } from 'hono'
import * as z from 'zod'
import { AuthError } from '#server/auth/auth-error.ts'

const LONGEST_MESSAGE = 200

/** What the official client adds to many bodies, with nothing in it. */
export const noCaptcha = z.strictObject({ captcha_token: z.string().max(4096).nullish() }).nullish()

/** Any text that the database can hold. */
export function storableText(longest: number) {
  return z
    .string()
    .max(longest, `must have at most ${longest} characters`)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'has a character that cannot be kept')
}

/**
 * The JSON body of a request.
 * @throws AuthError when it is none, or not what the schema wants
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
  throw new AuthError(400, 'validation_failed', sentence.slice(0, LONGEST_MESSAGE))
}

/** For what the official client sends no body with; undefined when there is none. */
export async function readOptionalBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const { byteLength } = await c.req.arrayBuffer()
  return byteLength === 0 ? undefined : readBody(c, schema)
}

function parseJson(contentType: string | undefined, bytes: ArrayBuffer): unknown {
  // A form on another site cannot send this type without asking first.
  if (!/^application\/json *(;|$)/i.test(contentType ?? '')) {
    throw unreadable('Content-Type must be application/json')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw unreadable('it is not JSON in UTF-8')
  }
}

function unreadable(why: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${why}`)
}
