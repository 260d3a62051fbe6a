import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { CompiledQuery, type Kysely } from 'kysely'
import postgres from 'postgres'
import { captureConsoleErrors } from '#server/backend/captured-console.ts'
import { backoff, type DatabaseAddress } from '#server/database/connection.ts'
import type { Log } from '#server/log.ts'
import type { Secrets } from '#server/secrets.ts'

export interface Lite {
  fetch(request: Request): Promise<Response>
  /** Creates the auth tables where they are missing. */
  ensureSystemSchema(): Promise<void>
  close(): Promise<void>
}

const CLOSE_SECONDS = 5
/** For everyone but the service itself: a filter may hold a pattern that takes minutes to match. */
const STATEMENT_TIMEOUT_MS = 5_000

/** PostgREST and GoTrue in this process, on our database. Only the gateway talks to it. */
export function createLite(options: {
  address: DatabaseAddress
  secrets: Secrets
  siteUrl: string
  log: Log
}): Lite {
  const { address, secrets, siteUrl, log } = options
  const connection = createPostgresConnection({
    ...(typeof address === 'string' && { url: address }),
    postgresOptions: {
      ...(typeof address !== 'string' && address),
      max: 10,
      idle_timeout: 60,
      backoff,
      onnotice: () => {},
      types: { timestamptz: postgrestTimestamp(1184), timestamp: postgrestTimestamp(1114) },
    },
  })
  keepGrants(connection)
  setContextAtOnce(connection)
  const app = new App({
    connection,
    api: { max_rows: 1000 },
    auth: {
      enabled: true,
      enable_signup: false,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: siteUrl,
      minimum_password_length: 8,
    },
    options: { server: { disableStudio: true, disableFallback: true } },
  })
  const underWay = new Set<Promise<Response>>()

  async function answer(request: Request): Promise<Response> {
    const { result, errors } = await captureConsoleErrors(() => app.fetch(request, { peerAddress: null }))
    const refusal = result.status >= 500 ? refusedByDatabase(errors) : null
    if (refusal) return refusal
    for (const error of errors) {
      if (result.status >= 500) log.error(`${request.method} ${new URL(request.url).pathname}`, error)
      else
        log.debug(`refused with ${result.status}: ${error instanceof Error ? error.message : String(error)}`)
    }
    return result
  }

  return {
    fetch(request) {
      const response = answer(request).finally(() => underWay.delete(response))
      underWay.add(response)
      return response
    },
    ensureSystemSchema: async () => {
      await app.init()
      await app.ensureSystemSchema()
    },
    // A reader who has gone leaves work behind that still runs, and postgres.js waits for ever for a connection that was
    // given back after it was told to end.
    async close() {
      await Promise.allSettled(underWay)
      await connection.driver.end({ timeout: CLOSE_SECONDS })
    },
  }
}

/**
 * lite answers 500 and a code of its own to what a constraint or a cast refuses, or what took too long; PostgREST, and so
 * the official client, knows these SQLSTATE classes (22 data exception, 23 integrity constraint violation) as the caller's
 * mistakes, and 57014 as a query that was cancelled.
 */
function refusedByDatabase(errors: unknown[]): Response | null {
  const error = errors.find((candidate) => candidate instanceof postgres.PostgresError)
  if (!error || !/^(2[23]|57014$)/.test(error.code)) return null
  const { code, message, detail: details = null, hint = null } = error
  return Response.json({ code, details, hint, message }, { status: STATUSES[code] ?? 400 })
}

const STATUSES: Record<string, number> = { '23503': 409, '23505': 409, '57014': 500 }

/** `2026-11-20 15:18:35.65+00` as PostgREST writes it: `2026-11-20T15:18:35.65+00:00`. */
function postgrestTimestamp(oid: number) {
  return {
    to: oid,
    from: [oid],
    serialize: (value: string) => value,
    parse: (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
  }
}

/**
 * On its first request lite would grant everything on every table to anon and authenticated, undoing the column and
 * table grants of our migrations. It does so unless it believes that it already has.
 */
function keepGrants(connection: object): void {
  Object.assign(connection, { rlsState: 'active' })
}

/**
 * lite tells PostgreSQL who is asking in five to ten statements, one after the other, before every query. The same
 * settings in one statement halve the time of a read.
 */
function setContextAtOnce(connection: object): void {
  const set = (transaction: Kysely<unknown>, settings: Record<string, string>) => {
    const entries = Object.entries(settings)
    const calls = entries.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
    return transaction.executeQuery(CompiledQuery.raw(`select ${calls.join(', ')}`, entries.flat()))
  }
  Object.assign(connection, {
    applyJwtSessionContext(transaction: Kysely<unknown>, { auth, storage }: CallerContext) {
      const role = auth?.role || 'anon'
      return set(transaction, {
        'request.jwt.claim.sub': String(auth?.uid ?? ''),
        'request.jwt.claim.role': role,
        'storage.operation': String(storage?.operation ?? ''),
        ...(auth?.jwt ? { 'request.jwt.claims': JSON.stringify(auth.jwt) } : {}),
        ...(role === 'service_role' ? {} : { statement_timeout: String(STATEMENT_TIMEOUT_MS) }),
        role,
      })
    },
    applyRpcRequestGucs(transaction: Kysely<unknown>, request: RpcRequest) {
      return set(transaction, {
        'response.status': '',
        'response.headers': '',
        'request.method': request.method,
        'request.path': request.path,
        'request.headers': JSON.stringify(request.requestHeaders ?? {}),
      })
    },
  })
}

interface CallerContext {
  auth?: { role?: string; uid?: unknown; jwt?: object }
  storage?: { operation?: unknown }
}

interface RpcRequest {
  method: string
  path: string
  requestHeaders?: Record<string, string>
}
