import type { MailDomainFinding } from '#core/domain/mail.ts'
import { type DomainQuestion, findingOf, type LookUpTxt } from '#server/platform/mail/domain/dns-records.ts'
import type { Relay } from '#server/platform/mail/providers/mail-provider.ts'
import { SERVED_PROVIDERS } from '#server/platform/mail/providers/served-providers.ts'

/** More than these, and receivers stop reading (RFC 7208, 4.6.4). */
const MAX_LOOKUPS = 10

/** The mechanisms that large relays ask their customers to publish, by the end of the server's name. */
const RELAYS: readonly Relay[] = [
  ['google.com', 'include:_spf.google.com'],
  ['gmail.com', 'include:_spf.google.com'],
  ['office365.com', 'include:spf.protection.outlook.com'],
  ['sendgrid.net', 'include:sendgrid.net'],
  ...SERVED_PROVIDERS.flatMap(({ relay }) => (relay ? [relay] : [])),
]

/** Checks that the servers we use may send for the domain. Providers use a subdomain of it for that. */
export function checkSpf({ identity, lookUpTxt }: DomainQuestion): Promise<MailDomainFinding> {
  const { domain, provider } = identity
  const name = provider ? `${provider.returnPath}.${domain}` : domain
  const own = provider?.spf ?? mechanismOf(identity.host)
  return findingOf('spf', name, async () => {
    const found = (await lookUpTxt(name)).filter(isSpf)
    const [record = ''] = found
    const publish = (terms: string[]) => ({ name, value: `v=spf1 ${terms.join(' ')} ~all` })
    if (found.length === 0 && provider)
      return {
        state: 'warning',
        code: 'spf_missing_provider',
        provider: provider.name,
        publish: publish([own]),
      }
    if (found.length === 0) return { state: 'problem', code: 'spf_missing', publish: publish([own]) }
    if (found.length > 1) {
      const terms = [...new Set(found.flatMap(termsOf))].filter((term) => !isEnd(term))
      return { state: 'problem', code: 'spf_several', found, publish: publish(terms) }
    }
    const terms = termsOf(record)
    const others = terms.filter((term) => !isEnd(term))
    const open = terms.some((term) => /^[+?]?all$/i.test(term))
    if (open) return { state: 'problem', code: 'spf_open', found, publish: publish(others) }
    if (!terms.some(isEnd)) return { state: 'warning', code: 'spf_endless', found, publish: publish(others) }
    const lookups = await countLookups(record, lookUpTxt)
    if (lookups === null) return { state: 'problem', code: 'spf_broken', found }
    if (lookups > MAX_LOOKUPS) return { state: 'problem', code: 'spf_lookups', found }
    return { state: 'ok', code: 'spf_ok', found }
  })
}

/** Counts the DNS lookups that a receiver has to make; null if a record that this one refers to is missing. */
async function countLookups(record: string, lookUpTxt: LookUpTxt): Promise<number | null> {
  const records = [record]
  let count = 0
  for (let next = records.shift(); next !== undefined && count <= MAX_LOOKUPS; next = records.shift()) {
    for (const term of termsOf(next)) {
      const [, mechanism = '', target = ''] =
        /^[+~?-]?(include|a|mx|ptr|exists|redirect)(?:[:=]([^/\s]+))?(?:\/|$)/i.exec(term) ?? []
      if (!mechanism) continue
      count += 1
      if (count > MAX_LOOKUPS) return count
      // Mechanisms that depend on the mail itself cannot be followed here.
      if (!/^(?:include|redirect)$/i.test(mechanism) || target.includes('%')) continue
      const referred = (await lookUpTxt(target)).filter(isSpf)
      if (referred.length !== 1) return null
      records.push(...referred)
    }
  }
  return count
}

const isSpf = (text: string) => /^v=spf1(?: |$)/i.test(text)
const termsOf = (record: string) => record.trim().split(/\s+/).slice(1)
const isEnd = (term: string) => /^[+~?-]?all$|^redirect=/i.test(term)

function mechanismOf(host: string | null): string {
  const relay = RELAYS.find(([end]) => host === end || host?.endsWith(`.${end}`))
  if (relay) return relay[1]
  return host && /[a-z]/i.test(host) && host.includes('.') ? `a:${host}` : 'mx'
}
