import type { JWTPayload } from 'jose'
import type * as z from 'zod'
import type { Session } from '#server/platform/database/connection.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import type { Demand } from '#server/supabase/functions/requirement.ts'

/** An admitted request, whose body has the right type and size. */
export interface Call {
  request: Request
}

/** A call of a signed-in user who may call the function, or of a program with that user's access token. */
export interface UserCall extends Call {
  caller: Extract<Caller, { kind: 'user' | 'token' }>
  userId: string
  /** The claims with which statements run in the name of the caller. */
  claims: JWTPayload
  /** The network address, as limits count it. */
  address: string
  /**
   * Demands of the caller once more what the table of functions does, and another condition if wanted, in a transaction of the server:
   * for what is written a while after the call has begun.
   * @throws NotAllowed
   */
  demandAgain(transaction: Session, also?: Demand): Promise<void>
}

export type Handler<Deps, C extends Call> = (deps: Deps, call: C) => Promise<Response>

type Handle<Deps, Input, C extends Call> = (deps: Deps, input: Input, call: C) => Promise<Response>
/** A sentence, or the body of the response. */
type Malformed = string | ((error: z.ZodError) => object)

/** A handler of JSON bodies that fit a schema; others are refused. */
export function withBody<Input, Deps, C extends Call = UserCall>(
  schema: z.ZodType<Input>,
  malformed: Malformed,
  handle: Handle<Deps, Input, C>,
): Handler<Deps, C> {
  return async (deps, call) => {
    const parsed = schema.safeParse(await call.request.json().catch(() => null))
    return parsed.success ? handle(deps, parsed.data, call) : refuseInput(malformed, parsed.error)
  }
}

/** A handler of queries that fit a schema, with each parameter at most once; others are refused. */
export function withQuery<Input, Deps, C extends Call = UserCall>(
  schema: z.ZodType<Input>,
  malformed: Malformed,
  handle: Handle<Deps, Input, C>,
): Handler<Deps, C> {
  return async (deps, call) => {
    const { searchParams } = new URL(call.request.url)
    const hasTwice = new Set(searchParams.keys()).size < searchParams.size
    const parsed = schema.safeParse(hasTwice ? null : Object.fromEntries(searchParams))
    return parsed.success ? handle(deps, parsed.data, call) : refuseInput(malformed, parsed.error)
  }
}

/** Has the rest of a transaction happen in the name of a caller, for what the audit log names. */
export async function actAs(transaction: Session, claims: JWTPayload): Promise<void> {
  await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
}

const refuseInput = (malformed: Malformed, error: z.ZodError) =>
  answer(typeof malformed === 'string' ? { error: malformed } : malformed(error), { status: 400 })

/** A response in JSON, which no cache stores. */
export function answer(
  body: object | null,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}

/** A response that says in a sentence what is wrong. */
export const refuse = (
  status: number,
  error: string,
  { more = {}, headers = {} }: { more?: object; headers?: Record<string, string> } = {},
): Response => answer({ error, ...more }, { status, headers })
