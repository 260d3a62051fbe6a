import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { loadFedify } from '#server/features/social/load-fedify.ts'
import { createContextLoader } from '#server/features/social/open-social-web.ts'

type Json = Record<string, unknown>
type Spec = 'draft-cavage-http-signatures-12' | 'rfc9421'

/** An answer of the server instead of its own: a status, or a function that writes one. */
type Answer = number | ((response: ServerResponse) => void)

export interface SendOptions {
  spec?: Spec
  /** The time at which it says that it was signed. */
  at?: Date
  /** Sent instead of what was signed. */
  body?: string
  keyId?: string
  headers?: Record<string, string>
  path?: string
}

/** Another server of the social web, on this machine, with somebody on it. It signs and verifies with Fedify, as most servers do. */
export async function startRemoteServer(
  options: {
    name?: string
    sharesInbox?: boolean
    /** Changes the documents of its actors. */
    actor?: (document: Json) => Json
    answer?: (request: IncomingMessage, body: string) => Answer | undefined
  } = {},
) {
  const { name = 'mara', sharesInbox = true, actor: change = (document) => document } = options
  const fedify = await loadFedify()
  const contextLoader = createContextLoader(fedify)
  const { publicKey, privateKey } = await keyOf(name)
  const received: { path: string; activity: Json; isVerified: boolean; spec: Spec }[] = []
  const requested: string[] = []
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const actorOf = (user: string) => `${url}/users/${user}`
  const pem = await fedify.exportSpki(publicKey)
  const documentOf = (user: string): Json =>
    change({
      '@context': ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'],
      id: actorOf(user),
      type: 'Person',
      preferredUsername: user,
      name: `${user} of the remote server`,
      inbox: `${actorOf(user)}/inbox`,
      outbox: `${actorOf(user)}/outbox`,
      ...(sharesInbox && { endpoints: { sharedInbox: `${url}/inbox` } }),
      publicKey: { id: `${actorOf(user)}#main-key`, owner: actorOf(user), publicKeyPem: pem },
    })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request).catch(() => Buffer.alloc(0))).toString()
    requested.push(`${request.method} ${request.url}`)
    const answer = options.answer?.(request, body)
    if (typeof answer === 'function') return answer(response)
    if (answer !== undefined) return void response.writeHead(answer).end()
    const user = /^\/users\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    if (request.method === 'GET' && user)
      return void response
        .writeHead(200, { 'content-type': 'application/activity+json' })
        .end(JSON.stringify(documentOf(user)))
    if (request.method !== 'POST') return void response.writeHead(404).end()
    const asSent = new Request(url + request.url, {
      method: 'POST',
      headers: request.headers as Record<string, string>,
      body,
    })
    const spec = request.headers['signature-input'] ? 'rfc9421' : 'draft-cavage-http-signatures-12'
    const key = await fedify.verifyRequest(asSent, {
      contextLoader,
      documentLoader: async (address) => ({
        contextUrl: null,
        documentUrl: address,
        document: await (await fetch(address, { headers: { accept: 'application/activity+json' } })).json(),
      }),
    })
    received.push({
      path: request.url ?? '',
      activity: JSON.parse(body),
      isVerified: key !== null && key.ownerId?.href === JSON.parse(body).actor,
      spec,
    })
    response.writeHead(202).end()
  }

  /** Posts what somebody has signed to an inbox, and returns the answer. */
  async function post(inbox: string, activity: Json, sent: SendOptions = {}): Promise<Response> {
    const { spec = 'draft-cavage-http-signatures-12', at, keyId = `${activity.actor}#main-key` } = sent
    const request = new Request(inbox, {
      method: 'POST',
      headers: { 'content-type': 'application/activity+json' },
      body: JSON.stringify(activity),
    })
    const signed = await fedify.signRequest(request, privateKey, new URL(keyId), {
      spec,
      ...(at && { currentTime: fedify.instantOf(at) }),
    })
    const headers = new Headers(signed.headers)
    for (const [header, value] of Object.entries(sent.headers ?? {})) headers.set(header, value)
    return fetch(inbox, { method: 'POST', headers, body: sent.body ?? JSON.stringify(activity) })
  }

  return {
    url,
    actor: actorOf(name),
    actorOf,
    received,
    requested,
    post,
    activity: (type: string, object: unknown, more: Json = {}): Json => ({
      '@context': 'https://www.w3.org/ns/activitystreams',
      id: `${url}/activities/${randomUUID()}`,
      type,
      actor: actorOf(name),
      object,
      ...more,
    }),
  }
}

const keys = new Map<string, Promise<CryptoKeyPair>>()

/** People of the same name have the same key, because making one takes time. */
function keyOf(name: string): Promise<CryptoKeyPair> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 }
  const key =
    keys.get(name) ??
    crypto.subtle.generateKey({ ...algorithm, publicExponent: Uint8Array.of(1, 0, 1) }, true, [
      'sign',
      'verify',
    ])
  keys.set(name, key)
  return key
}
