import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { DatabaseError } from 'pg'
import { isDiskFailure } from '#server/platform/faults/describe-failure.ts'
import { isReportedFault } from '#server/platform/faults/faults.ts'
import { clientIp, limitKey, type RequestBindings } from '#server/platform/http/client-ip.ts'
import { logRequestError } from '#server/platform/http/errors.ts'
import { isFromOtherSite } from '#server/platform/http/request-headers.ts'
import type { LimitName } from '#server/platform/limits/limits.ts'
import { onBehalfOf, TooMuchAtOnce } from '#server/platform/process/off-turn.ts'
import { type Caller, countedAs } from '#server/supabase/auth/bearer-token.ts'
import { type Call, type Handler, refuse, type UserCall } from '#server/supabase/functions/call.ts'
import {
  demandAgain,
  findRefusal,
  isAccess,
  NotAllowed,
  type Requirement,
  refusalOf,
  SIGN_IN,
} from '#server/supabase/functions/requirement.ts'
import { RestError } from '#server/supabase/rest/rest-error.ts'
import type { SupabaseRequestServices } from '#server/supabase/services.ts'

/** Everything under /functions/v1, by name. A response that is not a success is `{ error }`, one sentence for a person. */
export function createFunctions<Deps extends MountDeps>(
  table: Record<string, FunctionEntry<Deps>>,
  deps: Deps,
): Hono<FunctionEnv> {
  const functions = new Hono<FunctionEnv>()
  functions.onError((error, c) => {
    logRequestError(deps.log, c, error)
    if (isDiskFailure(error)) return refuse(507, 'There is no room on the disk of the server.')
    if (error instanceof DatabaseError && error.code === 'PT413') return refuse(413, error.message)
    if (error instanceof NotAllowed) return refuse(403, error.message)
    if (error instanceof TooMuchAtOnce) return refuse(429, error.message, { headers: { 'retry-after': '1' } })
    // The caller's permissions have changed since they were read.
    if (error instanceof DatabaseError && error.code === '42501') return refuse(403, error.message)
    if (isReportedFault(error))
      return refuse(503, 'The server cannot do this right now. Please try again in a moment.', {
        headers: { 'retry-after': '1' },
      })
    return refuse(500, 'Something went wrong on our side. Please try again in a moment.')
  })
  functions.use(async (c, next) => {
    if (c.req.method === 'POST' && isFromOtherSite(c.req.raw.headers))
      return refuse(403, 'This request was sent from another site.')
    const caller = await deps.identify(c.req.raw.headers)
    if (caller.kind === 'refused') {
      const { reason, wait } = caller
      if (!wait) return refuseUnknown(reason)
      return refuse(429, `${reason} Please try again later.`, { headers: { 'retry-after': String(wait) } })
    }
    c.set('caller', caller)
    return onBehalfOf(countedAs(caller), next)
  })
  for (const [name, entry] of Object.entries(table)) functions.all(`/${name}`, mountFunction(entry, deps))
  functions.all('*', () => refuse(404, 'There is no such function.'))
  return functions
}

type BodyType =
  | 'application/json'
  | 'application/octet-stream'
  | 'application/zip'
  | 'message/rfc822'
  | 'text/csv'
  | 'text/x-opml'

interface Requirements {
  method: 'GET' | 'POST'
  /** Counts the calls of each user; where no role is needed, those of each network address. */
  limit: LimitName | null
  /** The noun in the sentence for a reached limit. */
  tooMany?: string
  /** The limit of the body, in bytes. */
  bodyLimit: number
  /** The handler reads the body as it arrives, and counts the bytes. */
  isStreamed?: boolean
  /** The type of the body; null: any. A page of another site cannot send one of these types without a preflight request. */
  type: BodyType | readonly BodyType[] | null
}

interface FunctionForRole<Deps> extends Requirements, Requirement {
  handle: Handler<Deps, UserCall>
}

interface FunctionWithoutRole<Deps> extends Requirements {
  /** `secret key`: programs that have it. */
  access: 'anyone' | 'secret key'
  handle: Handler<Deps, Call>
}

interface SignedFunction<Deps> extends Requirements {
  access: 'signed by its sender'
  /** The response to a request that is not signed; null for one that is. It counts as a call only if it is not. */
  refuseUnsigned(deps: Deps, request: { headers: Headers; body: Uint8Array }): Promise<Response | null>
  handle: Handler<Deps, Call>
}

/** A row of the table of functions: what is required of a request before `handle` gets it. */
export type FunctionEntry<Deps> = FunctionForRole<Deps> | FunctionWithoutRole<Deps> | SignedFunction<Deps>

/** The dependencies of the mount itself. */
type MountDeps = Pick<SupabaseRequestServices, 'identify' | 'limits' | 'log' | 'requestPools' | 'trustProxy'>

interface FunctionEnv {
  Bindings: RequestBindings
  Variables: { caller: Caller }
}

/** Makes the handler of all requests to one function. Rejected requests are rejected before their body is read. */
function mountFunction<Deps extends MountDeps>(entry: FunctionEntry<Deps>, deps: Deps) {
  const { method } = entry
  const limitBody = bodyLimit({
    maxSize: entry.bodyLimit,
    onError: () => refuse(413, `The request is too large. It may have at most ${entry.bodyLimit / 1024} kB.`),
  })
  /** Collects the body, unless the handler does. */
  async function refuseBody(c: Context): Promise<Response | null> {
    const tooLarge = !entry.isStreamed && (await limitBody(c, async () => {}))
    return tooLarge || refuseType(entry, c)
  }

  return async (c: Context<FunctionEnv>): Promise<Response> => {
    const { caller } = c.var
    if (c.req.method !== method && !(method === 'GET' && c.req.method === 'HEAD'))
      return refuse(405, `Call this function with ${method}.`, {
        headers: { allow: method === 'GET' ? 'GET, HEAD' : method },
      })
    if (isForRole(entry)) {
      if (caller.kind !== 'user' && caller.kind !== 'token') return refuseUnknown(SIGN_IN)
      const refusal =
        (await count(entry, deps, countedAs(caller))) ??
        (await refuseRole(entry, deps, caller)) ??
        (await refuseBody(c))
      if (refusal) return refusal
      const { userId, claims } = caller
      return entry.handle(deps, {
        request: c.req.raw,
        caller,
        userId,
        claims,
        address: limitKey(clientIp(c, deps.trustProxy)),
        demandAgain: (transaction, also) => demandAgain(transaction, caller, entry, also),
      })
    }
    const address = clientIp(c, deps.trustProxy)
    const refusal =
      refuseProgram(entry.access, caller) ??
      (await count(entry, deps, address)) ??
      (await refuseBody(c)) ??
      (await refuseUnsigned(entry, deps, c, address))
    return refusal ?? entry.handle(deps, { request: c.req.raw })
  }
}

const isForRole = <Deps>(entry: FunctionEntry<Deps>): entry is FunctionForRole<Deps> => isAccess(entry.access)

const refuseUnknown = (error: string) => refuse(401, error, { headers: { 'www-authenticate': 'Bearer' } })

async function count(
  { limit, tooMany = 'requests' }: Requirements,
  { limits }: MountDeps,
  key: string,
): Promise<Response | null> {
  const wait = limit ? await limits.take(limit, key) : 0
  if (wait === 0) return null
  const headers = { 'retry-after': String(wait) }
  return refuse(429, `Too many ${tooMany}. Please try again later.`, { headers })
}

async function refuseRole(
  entry: FunctionForRole<never>,
  { requestPools }: MountDeps,
  caller: Extract<Caller, { kind: 'user' | 'token' }>,
): Promise<Response | null> {
  try {
    const refusal = await findRefusal(requestPools, caller, entry)
    return refusal === null ? null : refuse(403, refusal)
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    // The subject of the token is not a user id.
    if (error.status < 500) return refuse(403, refusalOf(entry))
    return refuse(503, 'The database cannot be reached right now. Please try again in a moment.')
  }
}

function refuseProgram(access: FunctionEntry<never>['access'], caller: Caller): Response | null {
  return access === 'secret key' && caller.kind !== 'service'
    ? refuseUnknown('Send the secret key with the request.')
    : null
}

/** A call that is signed is not counted: providers send thousands from a few addresses. */
async function refuseUnsigned<Deps extends MountDeps>(
  entry: FunctionEntry<Deps>,
  deps: Deps,
  c: Context,
  address: string,
): Promise<Response | null> {
  if (entry.access !== 'signed by its sender') return null
  const body = new Uint8Array(await c.req.arrayBuffer())
  const refusal = await entry.refuseUnsigned(deps, { headers: c.req.raw.headers, body })
  if (refusal) return refusal
  c.req.raw = new Request(c.req.raw, { body })
  if (entry.limit) await deps.limits.refund(entry.limit, address)
  return null
}

function refuseType({ method, type }: Requirements, c: Context): Response | null {
  const isEmpty = !c.req.header('transfer-encoding') && Number(c.req.header('content-length') ?? 0) === 0
  if (method === 'GET' || type === null || isEmpty) return null
  const [sentType = ''] = (c.req.header('content-type') ?? '').split(';')
  const types: readonly string[] = [type].flat()
  return types.includes(sentType.trim().toLowerCase())
    ? null
    : refuse(415, `Send the request as ${types.join(' or ')}.`)
}
