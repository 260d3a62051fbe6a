import { lookup } from 'node:dns/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import type { TLSSocket } from 'node:tls'
import * as z from 'zod'
import { type Finding, ok, problem, reasonOf, warning } from '#server/platform/checks/check.ts'
import type { Config } from '#server/platform/config.ts'
import { parseJson } from '#server/platform/parse-json.ts'

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/
/** What Node says of a certificate whose authority it does not know. */
const OWN_AUTHORITY = /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/
const MAX_BODY_BYTES = 10_000
const DAY_MS = 86_400_000
const LAST_DAYS = 14

type Address = Pick<Config, 'siteUrl' | 'host' | 'port'>

/** Whether the process of the site answers on its own port, and what it says of itself. */
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

/** Whether SITE_URL leads to this site, by DNS, TLS and the proxy. */
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
    const { status, body, validTo } = await get(`${siteUrl}/healthz`, signal)
    if (status !== 200 || !body.includes('"ok"'))
      return problem(
        `${siteUrl}/healthz answers ${status}, and not as this site does.`,
        `Let the proxy pass requests for ${hostname} on to port ${port}.`,
      )
    const days = validTo ? Math.floor((validTo.getTime() - Date.now()) / DAY_MS) : Infinity
    if (days < LAST_DAYS)
      return warning(`The certificate ends in ${days} days.`, 'Look why the proxy does not renew it.')
    return isLocal && protocol === 'http:'
      ? warning(`${siteUrl} leads here from this machine only.`, 'Set SITE_URL to the public address.')
      : ok(`${siteUrl} leads here.`)
  } catch (error) {
    const reason = reasonOf(error)
    return /CERT|SIGNED|ALTNAME|ISSUER/.test(reason)
      ? problem(
          `Browsers would refuse the certificate of ${hostname}: ${reason}.`,
          OWN_AUTHORITY.test(reason)
            ? `Give the proxy a certificate of a public authority. For one of your own set NODE_EXTRA_CA_CERTS to the file of its certificate, in the environment and not in .env.`
            : `Give the proxy a certificate for ${hostname}.`,
        )
      : problem(
          `${siteUrl} cannot be reached: ${reason}.`,
          'Look at the proxy, the firewall, and where DNS leads.',
        )
  }
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
): Promise<{ status: number; body: string; validTo: Date | null }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = url.startsWith('https:') ? getHttps : getHttp
    request(url, { agent: false, signal }, resolve).on('error', reject)
  })
  const certificate = (response.socket as TLSSocket).getPeerCertificate?.()
  const validTo = certificate?.valid_to ? new Date(certificate.valid_to) : null
  let body = ''
  for await (const chunk of response) {
    body += chunk
    if (body.length > MAX_BODY_BYTES) break
  }
  return { status: response.statusCode ?? 0, body, validTo }
}
