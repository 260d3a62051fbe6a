import { lookup } from 'node:dns/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import type { TLSSocket } from 'node:tls'
import * as z from 'zod'
import { type Finding, ok, problem, warning } from '#server/platform/checks/check.ts'
import type { Config } from '#server/platform/config.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'
import { parseJson } from '#server/platform/parse-json.ts'

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/
/** Error codes of Node for a certificate, and for one whose authority it does not know. */
const OF_CERTIFICATE = /CERT|SIGNED|ALTNAME|ISSUER|LEAF_SIGNATURE/
const OWN_AUTHORITY = /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/
const MAX_BODY_BYTES = 10_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Programs renew a certificate when a third or a half of its time is left, and people those of a year at last two weeks before its end. */
const LATE_SHARE = 0.15
const LATE_MS = 14 * DAY_MS

type Address = Pick<Config, 'siteUrl' | 'host' | 'port'>

/** Checks that the process of the site answers on its own port, and that it is ready. */
export async function checkSite({ host, port }: Address, signal: AbortSignal): Promise<Finding> {
  const local = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const { status, body } = await get(
    `http://${local.includes(':') ? `[${local}]` : local}:${port}/readyz`,
    signal,
  ).catch(() => ({ status: 0, body: '' }))
  if (status === 0) return problem(`Nothing answers on port ${port}.`, 'Start the site: npm start')
  const said = z.object({ reason: z.string(), warning: z.string() }).partial().safeParse(parseJson(body)).data
  if (status !== 200)
    return problem(`The site is not ready: ${said?.reason ?? status}.`, 'Its log says more.')
  return said?.warning
    ? warning(`The site is ready, but ${said.warning}`, 'Start a process with WORKER=on or only.')
    : ok(`The site is ready on port ${port}.`)
}

/** Checks that SITE_URL leads to this site, by DNS, TLS and the proxy. */
export async function checkAddress({ siteUrl, port }: Address, signal: AbortSignal): Promise<Finding> {
  const { hostname, protocol } = new URL(siteUrl)
  const isLocal = LOCAL.test(hostname)
  const known = isLocal || (await lookup(hostname).catch(() => null))
  if (!known)
    return problem(`${hostname} has no address.`, `Publish an A or AAAA record for it, or correct SITE_URL.`)
  if (protocol === 'http:' && !isLocal)
    return problem(
      `${siteUrl} is not encrypted.`,
      'Put a proxy with TLS in front, and set SITE_URL=https://…',
    )
  try {
    const { status, body, certificate } = await get(`${siteUrl}/healthz`, signal)
    if (status !== 200 || !body.includes('"ok"'))
      return problem(
        `${siteUrl}/healthz answers ${status}, and not as this site does.`,
        `Let the proxy pass requests for ${hostname} on to port ${port}.`,
      )
    const late = certificate && describeLateRenewal(certificate)
    if (late)
      return warning(
        `The certificate of ${hostname} ${late}.`,
        'It should have been renewed by now: look into the log of what renews it.',
      )
    return isLocal && protocol === 'http:'
      ? warning(`${siteUrl} leads here from this machine only.`, 'Set SITE_URL to the public address.')
      : ok(`${siteUrl} leads here.`)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = inPlainWords(error)
    return OF_CERTIFICATE.test(code)
      ? problem(
          `Browsers would refuse ${hostname}: ${reason}.`,
          OWN_AUTHORITY.test(code)
            ? `Give the proxy a certificate of a public authority. For one of your own set NODE_EXTRA_CA_CERTS to the file of its certificate, in the environment and not in .env.`
            : `Give the proxy a certificate for ${hostname}.`,
        )
      : problem(
          `${siteUrl} cannot be reached: ${reason}.`,
          'Look at the proxy, the firewall, and where DNS leads.',
        )
  }
}

interface Lifetime {
  from: Date
  to: Date
}

/** Says when a certificate ends whose renewal is late, by its own length; null while that is not so. */
export function describeLateRenewal({ from, to }: Lifetime, now = Date.now()): string | null {
  const all = to.getTime() - from.getTime()
  const left = to.getTime() - now
  if (left >= Math.min(all * LATE_SHARE, LATE_MS)) return null
  return `ends in ${spanOf(left)}, and is valid for ${spanOf(all)} in all`
}

function spanOf(ms: number): string {
  const [count, unit] =
    ms < 2 * HOUR_MS
      ? [Math.round(ms / 60_000), 'minute']
      : ms < 2 * DAY_MS
        ? [Math.round(ms / HOUR_MS), 'hour']
        : [Math.floor(ms / DAY_MS), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** TRUST_PROXY against the addresses in X-Forwarded-For that arrive with a request by SITE_URL. */
export async function checkProxies(
  { siteUrl, trustProxy }: Pick<Config, 'siteUrl' | 'trustProxy'>,
  signal: AbortSignal,
): Promise<Finding> {
  const { status, body } = await get(`${siteUrl}/functions/v1/count-proxies`, signal).catch(() => ({
    status: 0,
    body: '',
  }))
  const answer = z.object({ proxies: z.number() }).safeParse(parseJson(body)).data
  if (status !== 200 || !answer)
    return warning(
      `The proxies could not be counted (${status || 'no answer'}).`,
      'SITE_URL has to lead to this site first.',
    )
  const { proxies } = answer
  const found = `${proxies} ${proxies === 1 ? 'proxy adds' : 'proxies add'} to X-Forwarded-For, and TRUST_PROXY is ${trustProxy}.`
  if (proxies === trustProxy) return ok(found)
  return problem(
    found,
    proxies < trustProxy
      ? `Set TRUST_PROXY=${proxies}, or let each proxy add the address of its client: until then readers can invent theirs.`
      : `Set TRUST_PROXY=${proxies}: until then limits count for the proxy, as if all readers were one.`,
  )
}

async function get(
  url: string,
  signal: AbortSignal,
): Promise<{ status: number; body: string; certificate: Lifetime | null }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = url.startsWith('https:') ? getHttps : getHttp
    request(url, { agent: false, signal }, resolve).on('error', reject)
  })
  const shown = (response.socket as TLSSocket).getPeerCertificate?.()
  const certificate = shown?.valid_to
    ? { from: new Date(shown.valid_from), to: new Date(shown.valid_to) }
    : null
  let body = ''
  for await (const chunk of response) {
    body += chunk
    if (body.length > MAX_BODY_BYTES) break
  }
  return { status: response.statusCode ?? 0, body, certificate }
}
