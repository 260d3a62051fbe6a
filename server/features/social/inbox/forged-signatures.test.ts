import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSocialSite } from '#server/features/social/testing/open-social-site.ts'
import { startRemoteServer } from '#server/features/social/testing/start-remote-server.ts'

const HEADERS = '(request-target) host date digest'

test('a second keyId cannot bring the key of another server into a signature', async () => {
  const site = await openSocialSite()
  const victim = await startRemoteServer()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  const attacker = await startRemoteServer({
    name: 'eve',
    actor: (document) => ({
      ...document,
      publicKey: { id: `${String(document.id)}#main-key`, owner: victim.actor, publicKeyPem: pem },
    }),
  })
  const follow = victim.activity('Follow', `${site.url}/activitypub/en`)
  const keys = [`${victim.actor}#main-key`, `${attacker.actor}#main-key`]
  const forged = [
    ...draftsOf(site.url, follow, keys, privateKey),
    ...rfc9421Of(site.url, follow, keys, privateKey),
  ]
  for (const { headers, body } of forged) {
    const answer = await fetch(`${site.url}/activitypub/inbox`, { method: 'POST', headers, body })
    expect([headers.signature, headers['signature-input'], answer.status]).toEqual([
      headers.signature,
      headers['signature-input'],
      401,
    ])
  }
  expect(await site.followers()).toEqual([])
})

function draftsOf(siteUrl: string, activity: unknown, [first, second]: string[], key: KeyObject) {
  const body = JSON.stringify(activity)
  const date = new Date().toUTCString()
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`
  const host = new URL(siteUrl).host
  const message = `(request-target): post /activitypub/inbox\nhost: ${host}\ndate: ${date}\ndigest: ${digest}`
  const signature = sign('sha256', Buffer.from(message), key).toString('base64')
  const rest = `algorithm="rsa-sha256",headers="${HEADERS}",signature="${signature}"`
  return [
    `keyId="${first}",keyId="${second}",${rest}`,
    `keyId="${second}",keyId="${first}",${rest}`,
    `x="a,keyId="${first}",keyId="${second}",${rest}`,
    `x=y,keyId="${first}" ,keyId="${second}",${rest}`,
    `keyId="${first}";,keyId="${second}",${rest}`,
  ].map((header) => ({
    body,
    headers: { date, digest, signature: header, 'content-type': 'application/activity+json' } as Record<
      string,
      string
    >,
  }))
}

function rfc9421Of(siteUrl: string, activity: unknown, [first, second]: string[], key: KeyObject) {
  const body = JSON.stringify(activity)
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const created = Math.floor(Date.now() / 1000)
  const components = '("@method" "@target-uri" "content-digest")'
  return [
    `;keyid="${first}";created=${created};keyid="${second}"`,
    `;keyid="${second}";created=${created};keyid="${first}"`,
  ].map((parameters) => {
    // The parameter is read as a parser of structured fields does: the last value, at the place of the first.
    const last = /;keyid="([^"]*)"$/.exec(parameters)?.[1]
    const base = [
      '"@method": POST',
      `"@target-uri": ${siteUrl}/activitypub/inbox`,
      `"content-digest": ${digest}`,
      `"@signature-params": ${components};keyid="${last}";created=${created}`,
    ].join('\n')
    const signature = `sig1=:${sign('sha256', Buffer.from(base), key).toString('base64')}:`
    const headers: Record<string, string> = {
      'content-digest': digest,
      'signature-input': `sig1=${components}${parameters}`,
      signature,
      'content-type': 'application/activity+json',
    }
    return { body, headers }
  })
}
