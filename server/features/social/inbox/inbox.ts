import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Activity } from '@fedify/vocab'
import type { DocumentLoader } from '@fedify/vocab-runtime'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { SiteServices } from '#server/features/services.ts'
import { MAX_ADDRESS_LENGTH } from '#server/features/social/addresses.ts'
import { applyActivity, forget } from '#server/features/social/inbox/apply-activity.ts'
import { NoRoom, UnreadableActor } from '#server/features/social/inbox/followers.ts'
import type { SocialWeb } from '#server/features/social/open-social-web.ts'
import { DocumentGone, parseBoundedJson } from '#server/features/social/remote-documents.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { clientIp, limitKey, type RequestBindings } from '#server/platform/http/client-ip.ts'
import { createFairQueue, FairQueueError } from '#server/platform/http/fair-queue.ts'
import { createInFlightLimit } from '#server/platform/http/in-flight.ts'
import { requireSpeed } from '#server/platform/http/read-body.ts'
import { isAllowedTarget } from '#server/platform/links/post-message.ts'
import { hostOf } from '#server/platform/links/public-request.ts'

const MAX_INBOX_BYTES = 1024 * 1024
/** Beside what is added to it for an activity without an id of its own. */
const MAX_ACTOR_LENGTH = MAX_ADDRESS_LENGTH - 100
/** The activities that are understood. Anything else is taken and does nothing, as the standard wants it (ActivityPub, 7). */
const UNDERSTOOD = new Set([
  'Announce',
  'Block',
  'Create',
  'Delete',
  'EmojiReact',
  'Follow',
  'Like',
  'Move',
  'Undo',
  'Update',
])
/** Of somebody who is not known here, these change nothing. */
const ONLY_OF_KNOWN = new Set(['Delete', 'Move', 'Update'])
const IS_JSON = /^application\/(?:activity\+json|ld\+json|json)\s*(?:;|$)/i
/** By how much the clock of another server may be wrong, and how long a request is on its way at most. */
const TIME_WINDOW = { hours: 1 } as const
/** Bodies that arrive or have arrived, of an address and in all, and what each address may have beyond. */
const ARRIVING = {
  perKey: { requests: 32, bytes: 8 * MAX_INBOX_BYTES },
  inAll: { requests: 400, bytes: 48 * MAX_INBOX_BYTES },
  ensured: { requests: 2, bytes: 2 * MAX_INBOX_BYTES },
}
/** Those that have arrived and are worked on, because each one may wait for another server; further ones wait in a queue. */
const UNDER_WAY = { atOnce: 40, perKey: 8, maxWaitMs: 10_000 }
const BUSY_SECONDS = 60

type Deps = Pick<SiteServices, 'sql' | 'settings' | 'siteUrl' | 'limits' | 'trustProxy' | 'openSocialWeb'>
type Answer = { status: 202 | 400 | 401 | 413 | 415 | 429 | 503; text: string; retryAfter?: number }

const refused = (status: Answer['status'], text: string, retryAfter?: number): Answer => ({
  status,
  text,
  ...(retryAfter && { retryAfter }),
})
const TAKEN: Answer = { status: 202, text: '' }
const TOO_LARGE = refused(413, 'An activity has at most one megabyte.')
const BUSY = refused(503, 'Too many requests at once', BUSY_SECONDS)

/** POST to an inbox: of one language, or that of all. Whom an activity is for, it says itself. */
export function createInbox(deps: Deps) {
  const arriving = createInFlightLimit(ARRIVING)
  const queue = createFairQueue(UNDER_WAY)
  return async (c: Context<{ Bindings: RequestBindings }>): Promise<Response> => {
    const client = clientIp(c, deps.trustProxy)
    const wait = await deps.limits.take('social-inbox', client)
    let answer = wait > 0 ? refused(429, 'Too many requests', wait) : BUSY
    const key = limitKey(client)
    const ticket = wait > 0 ? null : arriving.admit(key)
    const announced = Number(c.req.header('content-length') ?? MAX_INBOX_BYTES)
    const isWanted = () => !c.env?.incoming?.socket.destroyed
    try {
      if (ticket?.reserve(Math.min(announced, MAX_INBOX_BYTES))) {
        const body = await readBody(c)
        answer = body
          ? await queue.run(key, () => receive(deps, c.req.raw, body, client), isWanted)
          : TOO_LARGE
      }
    } catch (error) {
      if (isWanted() && !(error instanceof FairQueueError)) throw error
    } finally {
      ticket?.release()
    }
    const { status, text, retryAfter } = answer
    return c.text(text, status, retryAfter ? { 'retry-after': String(retryAfter) } : {})
  }
}

const bounded = bodyLimit({ maxSize: MAX_INBOX_BYTES, onError: (c) => c.body(null, 413) })

/** Null when it is too long. */
async function readBody(c: Context<{ Bindings: RequestBindings }>): Promise<ArrayBuffer | null> {
  const done = requireSpeed(c.env?.incoming)
  let body: ArrayBuffer | null = null
  try {
    await bounded(c, async () => {
      body = await c.req.arrayBuffer()
    })
  } finally {
    done()
  }
  return body
}

async function receive(deps: Deps, request: Request, body: ArrayBuffer, client: string): Promise<Answer> {
  if (!IS_JSON.test(request.headers.get('content-type') ?? ''))
    return refused(415, 'Activities are application/activity+json.')
  const json = parseBoundedJson(Buffer.from(body).toString('utf8'))
  if (!json) return refused(400, 'The body is no JSON object, or it is too large.')
  if (typeof json.type !== 'string' || !UNDERSTOOD.has(json.type)) return TAKEN
  const actor = addressOf(json.actor)
  const social = await deps.openSocialWeb()
  if (!actor || actor.href.length > MAX_ACTOR_LENGTH || !isAllowedTarget(actor, social.client.allowed))
    return refused(400, 'The actor is not the https address of somebody on a public server.')
  if (actor.origin === new URL(deps.siteUrl).origin) return refused(400, 'The actor is one of this site.')

  const known = await findStanding(deps.sql, actor)
  const { isBlocked } = known
  // Whoever is blocked is told that they may not follow; a server that is blocked is told nothing.
  if (known.isServerBlocked || (isBlocked && json.type !== 'Follow')) return TAKEN
  // Every server is told of everybody who leaves a large one.
  if (!known.isKnown && ONLY_OF_KNOWN.has(json.type)) return TAKEN
  // The limits that count against a server are taken below, when it is known that it was that server.
  const isFirst = json.type === 'Follow' && !known.isServerKnown
  const untilNewServer = isFirst ? await deps.limits.take('social-new-server', client) : 0
  if (untilNewServer > 0) return refused(429, 'Too many new servers', untilNewServer)

  const claimed = readSignature(request.headers)
  if (claimed?.keyId.origin !== actor.origin)
    return refused(401, 'The request must be signed by its actor, with its host, path, date and digest.')
  const documentLoader = social.documentLoader()
  const verified = await verify(deps, social, request, body, documentLoader)
  if (verified !== 'refused' && verified !== 'unreachable' && verified.ownerId?.href !== actor.href)
    return refused(401, 'The key belongs to somebody else.')
  if (verified === 'unreachable' && json.type === 'Delete' && addressOf(json.object)?.href === actor.href)
    if (await isGone(actor, documentLoader)) {
      // Whoever has left has no key to verify it with. Their server says whether it is so.
      await deps.sql.transaction(forget(actor))
      return TAKEN
    }
  if (verified === 'unreachable')
    return refused(503, 'The key of the actor cannot be fetched now.', BUSY_SECONDS)
  if (verified === 'refused') return refused(401, 'The signature is not valid.')

  let activity: Activity
  try {
    activity = await social.fedify.Activity.fromJsonLd(json, {
      contextLoader: social.contextLoader,
      documentLoader,
    })
  } catch {
    return refused(400, 'The body is no activity.')
  }
  if (activity.actorId?.href !== actor.href) return refused(400, 'The activity has another actor.')
  if ((activity.id?.href.length ?? 0) > MAX_ADDRESS_LENGTH)
    return refused(400, 'The id of the activity is too long.')
  const wait =
    (await deps.limits.take('social-server', actor.host)) ||
    (await takeNewServer(deps, newFollower(social, activity, actor)))
  if (wait > 0) return refused(429, 'Too many requests from this server', wait)
  const hash = createHash('sha256').update(`${claimed.signedAt}\n`).update(Buffer.from(body)).digest()
  return store(deps, { social, activity, actor, documentLoader, hash, known })
}

/** Finds who follows from now on, if everything about it is right. */
function newFollower({ fedify }: SocialWeb, activity: Activity, actor: URL): URL | null {
  if (activity instanceof fedify.Follow) return actor
  return activity instanceof fedify.Move ? activity.targetId : null
}

async function takeNewServer({ sql, limits }: Deps, follower: URL | null): Promise<number> {
  if (!follower || (await isServerKnown(sql, follower))) return 0
  return limits.take('social-domain', domainOf(follower))
}

const isGone = (actor: URL, documentLoader: DocumentLoader): Promise<boolean> =>
  documentLoader(actor.href).then(
    () => false,
    (error) => error instanceof DocumentGone,
  )

async function verify(
  { siteUrl }: Deps,
  { fedify, contextLoader, remoteKeys }: SocialWeb,
  request: Request,
  body: ArrayBuffer,
  documentLoader: DocumentLoader,
) {
  // The request is verified as it was sent to the public address, whatever a proxy has made of it.
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('host', new URL(siteUrl).host)
  const asSent = new Request(siteUrl + pathname + search, { method: 'POST', headers, body })
  const result = await fedify
    .verifyRequestDetailed(asSent, {
      documentLoader,
      contextLoader,
      keyCache: remoteKeys,
      timeWindow: TIME_WINDOW,
    })
    .catch(() => null)
  if (result?.verified) return result.key
  return result?.reason.type === 'keyFetchError' ? 'unreachable' : 'refused'
}

async function store(
  { sql, settings, siteUrl }: Deps,
  received: {
    social: SocialWeb
    activity: Activity
    actor: URL
    documentLoader: DocumentLoader
    hash: Buffer
    known: Standing
  },
): Promise<Answer> {
  const { social, activity, actor, documentLoader, hash, known } = received
  const deps = { sql, social, settings: settings.current(), siteUrl, documentLoader, ...known }
  try {
    const change = await applyActivity(deps, activity, actor)
    if (!change) return TAKEN
    await sql.transaction(async (transaction) => {
      const added = await transaction`
        insert into private.social_received (hash) values (${hash}) on conflict do nothing returning 1`
      if (added.length > 0) await change(transaction)
    })
    return TAKEN
  } catch (error) {
    if (error instanceof NoRoom) return refused(429, error.message, 24 * 3600)
    if (error instanceof UnreadableActor)
      return refused(503, 'The actor cannot be fetched now.', BUSY_SECONDS)
    throw error
  }
}

/** Of a value of JSON that is an address, or an object that has one. */
function addressOf(value: unknown): URL | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return typeof id === 'string' ? URL.parse(id) : null
}

/** The facts that are known of an actor before anything is fetched. */
interface Standing {
  isBlocked: boolean
  isServerBlocked: boolean
  isFollower: boolean
  /** True if anything of theirs is stored. */
  isKnown: boolean
  /** True if anything was ever sent to their server. */
  isServerKnown: boolean
}

async function findStanding(sql: Session, { href, host }: URL): Promise<Standing> {
  const [found] = await sql<[Standing]>`
    select private.is_socially_blocked(${href}, ${host}) as "isBlocked", private.is_socially_blocked('', ${host}) as "isServerBlocked",
      follower.exists as "isFollower",
      follower.exists or exists (select from private.social_reactions where actor = ${href}) as "isKnown",
      exists (select from private.social_servers where host = ${host}) as "isServerKnown"
    from (select exists (select from private.social_followers where actor = ${href})) as follower`
  return found
}

async function isServerKnown(sql: Session, { host }: URL): Promise<boolean> {
  const rows = await sql`select from private.social_servers where host = ${host}`
  return rows.length > 0
}

/** The last two labels of a host, so that invented names below a domain are counted together. Servers without a name are, too. */
const domainOf = (url: URL): string =>
  isIP(hostOf(url)) > 0 ? 'addresses' : url.hostname.split('.').slice(-2).join('.')

/** The facts that a request says of its signature, before anything is fetched to verify it. */
interface ClaimedSignature {
  keyId: URL
  /** The moment that is signed with it. */
  signedAt: string
}

/** RFC 9421, 4.1: one signature, whose components have no parameters. */
const SIGNATURE_INPUT = /^[a-z*][\w.*-]*=\(((?:"[@a-z0-9-]+" ?)+)\)((?:;[a-z]+=(?:"[^"\\]*"|\d+))+)$/
const PARAMETER = /;([a-z]+)=(?:"([^"]*)"|(\d+))/g
/** The form in which Fedify reads it. */
const DRAFT_PARAMETER = /^\s*([A-Za-z]+)=(?:"([^"]*)"|(\d+))\s*$/
const MAX_LENGTH = 4_000

/**
 * The signature of a request to an inbox, by RFC 9421 or by draft-cavage-http-signatures-12. Null for none, and for one that leaves open
 * to whom or what was said: a signature counts only if it covers the host, the path and the body, which Fedify does not ask for.
 */
export function readSignature(headers: Headers): ClaimedSignature | null {
  const signature = headers.get('signature')
  if (!signature || signature.length > MAX_LENGTH) return null
  const input = headers.get('signature-input')
  return input === null ? readDraft(signature, headers) : readRfc9421(input.trim())
}

function readRfc9421(input: string): ClaimedSignature | null {
  const [, list = '', rest = ''] = (input.length <= MAX_LENGTH && SIGNATURE_INPUT.exec(input)) || []
  const covered = new Set(Array.from(list.matchAll(/"([^"]+)"/g), ([, name]) => name))
  const coversPlace = covered.has('@target-uri') || (covered.has('@authority') && covered.has('@path'))
  if (!coversPlace || !covered.has('@method') || !covered.has('content-digest')) return null
  const parameters = onceEach([...rest.matchAll(PARAMETER)])
  const keyId = URL.parse(parameters?.get('keyid') ?? '')
  const signedAt = parameters?.get('created')
  return keyId && signedAt && /^[1-9]\d*$/.test(signedAt) ? { keyId, signedAt } : null
}

function readDraft(signature: string, headers: Headers): ClaimedSignature | null {
  const parameters = onceEach(signature.split(',').map((pair) => DRAFT_PARAMETER.exec(pair) ?? []))
  const covered = new Set(parameters?.get('headers')?.split(/\s+/))
  if (!['(request-target)', 'host', 'date', 'digest'].every((name) => covered.has(name))) return null
  const keyId = URL.parse(parameters?.get('keyId') ?? '')
  const signedAt = headers.get('date')
  return keyId && signedAt ? { keyId, signedAt } : null
}

/** Null where one has no name or is given twice: who verifies could then take another key than the one whose owner was looked at. */
function onceEach(parameters: (string | undefined)[][]): Map<string, string> | null {
  const named = new Map<string, string>()
  for (const [, name, text, digits = ''] of parameters) {
    if (name === undefined || named.has(name)) return null
    named.set(name, text ?? digits)
  }
  return named
}
