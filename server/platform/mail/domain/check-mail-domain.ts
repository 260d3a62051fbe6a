import { createPublicKey } from 'node:crypto'
import type { MailDomainFinding, MailDomainReport } from '#core/domain/mail.ts'
import {
  createTxtLookup,
  type DomainQuestion,
  findingOf,
  type LookUpTxt,
  readTags,
} from '#server/platform/mail/domain/dns-records.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import type { Relay } from '#server/platform/mail/providers/mail-provider.ts'
import { SERVED_PROVIDERS } from '#server/platform/mail/providers/served-providers.ts'

/** The most names of a domain and those above it. */
const MAX_NAMES = 8

const POLICIES = ['none', 'quarantine', 'reject']

/** Reserved names (RFC 2606, RFC 6762), and names that are not domains. */
const PLACEHOLDER =
  /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|local|localhost)$|^[^.]*$|^[\d.:[\]]+$/i

/** Checks the domain of the sender as receivers do: SPF, DKIM, DMARC, and their alignment. */
export async function checkMailDomain(
  { kind, identity }: Pick<MailTransport, 'kind' | 'identity'>,
  nameServers?: readonly string[],
): Promise<MailDomainReport> {
  const { domain } = identity
  const sender: MailDomainFinding = {
    check: 'sender',
    state: 'problem',
    code: 'sender_placeholder',
    name: domain,
    found: [],
    publish: null,
  }
  if (PLACEHOLDER.test(domain)) return { domain, findings: [sender] }
  const lookUpTxt = createTxtLookup(nameServers)
  try {
    const asked = { identity, lookUpTxt }
    const [spf, dkim, dmarc] = await Promise.all([checkSpf(asked), checkDkim(asked), checkDmarc(asked)])
    const findings = [spf, dkim, dmarc.finding, checkAlignment(asked, spf, dkim, dmarc.policy)]
    if (kind === 'outbox') findings.unshift({ ...sender, state: 'warning', code: 'sender_outbox' })
    return { domain, findings }
  } finally {
    lookUpTxt.stop()
  }
}

/** Checks that the DKIM key is published, and that it is the one that we sign with. */
function checkDkim({ identity, lookUpTxt }: DomainQuestion): Promise<MailDomainFinding> {
  const { domain, dkim, provider } = identity
  const selector = provider?.selector ?? dkim?.selector
  const missing = provider && ({ code: 'dkim_missing_provider', provider: provider.name } as const)
  const name = selector ? `${selector}._domainkey.${dkim?.domain ?? domain}` : domain
  return findingOf('dkim', name, async () => {
    if (!selector) return { state: 'warning', code: 'dkim_unsigned' }
    const publish = dkim && { name, value: `v=DKIM1; k=rsa; p=${dkim.publicKey}` }
    const found = (await lookUpTxt(name)).filter((text) => readTags(text).has('p'))
    const [record] = found
    if (record === undefined) return { state: 'problem', code: 'dkim_missing', ...missing, publish }
    const tags = readTags(record)
    const isUsable = found.length === 1 && tags.get('p') !== ''
    if (!isUsable || (dkim && !isSameKey(tags.get('p') ?? '', dkim.publicKey)))
      return { state: 'problem', code: 'dkim_differs', ...missing, found, publish }
    const isTesting = (tags.get('t') ?? '').split(':').some((flag) => flag.trim() === 'y')
    return isTesting
      ? { state: 'warning', code: 'dkim_testing', found, publish }
      : { state: 'ok', code: 'dkim_ok', found }
  })
}

/** A published key has one of two forms; ours is SubjectPublicKeyInfo. */
function isSameKey(published: string, ours: string): boolean {
  const der = Buffer.from(published.replace(/\s/g, ''), 'base64')
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const key = createPublicKey({ key: der, format: 'der', type })
      return key.export({ type: 'spki', format: 'der' }).toString('base64') === ours
    } catch {
      // The key is not of this form.
    }
  }
  return false
}

/**
 * Checks that the domains that pass belong to the domain that readers see, as DMARC requires. Without the list of public suffixes two
 * domains count as one organisation when one is above the other.
 */
function checkAlignment(
  { identity }: Pick<DomainQuestion, 'identity'>,
  spf: MailDomainFinding,
  dkim: MailDomainFinding,
  policy: ReadonlyMap<string, string> | null,
): MailDomainFinding {
  const { domain, provider } = identity
  // A provider signs for the domain that it has verified, which is that of the sender.
  const signer = provider ? domain : identity.dkim?.domain
  const answer = (state: MailDomainFinding['state'], code: MailDomainFinding['code']): MailDomainFinding => ({
    check: 'alignment',
    state,
    code,
    name: signer ?? domain,
    found: [],
    publish: null,
  })
  if (!signer) {
    // The sender of the envelope has the same address.
    if (spf.state === 'unknown') return answer('unknown', 'dns_unavailable')
    return spf.state === 'ok' ? answer('warning', 'alignment_by_spf') : answer('problem', 'alignment_fails')
  }
  if (signer !== domain && policy?.get('adkim')?.toLowerCase() === 's')
    return answer('problem', 'alignment_strict')
  if (!isSameOrganisation(signer, domain)) return answer('problem', 'alignment_fails')
  if (dkim.state === 'unknown') return answer('unknown', 'dns_unavailable')
  if (dkim.state === 'problem')
    return spf.state === 'ok' && !provider
      ? answer('warning', 'alignment_by_spf')
      : answer('problem', 'alignment_fails')
  return answer('ok', 'alignment_ok')
}

function isSameOrganisation(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}

/** Checks the domain's policy for mail that fails the other checks (RFC 9989); null without a valid one. */
async function checkDmarc({
  identity,
  lookUpTxt,
}: DomainQuestion): Promise<{ finding: MailDomainFinding; policy: Map<string, string> | null }> {
  const { domain } = identity
  const own = `_dmarc.${domain}`
  let policy: Map<string, string> | null = null
  const finding = await findingOf('dmarc', own, async () => {
    const publish = { name: own, value: 'v=DMARC1; p=none' }
    const { found, isOwn } = await findPolicies(domain, lookUpTxt)
    const [record] = found
    if (record === undefined) return { state: 'problem', code: 'dmarc_missing', publish }
    if (found.length > 1) return { state: 'problem', code: 'dmarc_several', found }
    const tags = readTags(record)
    await lookUpTxt(domain)
    const tag = (name: string) => tags.get(name)?.toLowerCase()
    const ofSubdomain = (lookUpTxt.isMissing(domain) && tag('np')) || tag('sp')
    // A record without a policy says none.
    const asked = (!isOwn && ofSubdomain) || (tag('p') ?? 'none')
    if (!POLICIES.includes(asked)) return { state: 'problem', code: 'dmarc_broken', found, publish }
    policy = tags
    if (asked === 'none') return { state: 'ok', code: 'dmarc_none', found }
    // Receivers do what is one step milder.
    if (tag('t') === 'y') return { state: 'ok', code: 'dmarc_testing', found }
    return tags.has('pct')
      ? { state: 'warning', code: 'dmarc_pct', found }
      : { state: 'ok', code: 'dmarc_ok', found }
  })
  return { finding, policy }
}

/**
 * The policies of the domain, or else of its organisation, which is the highest domain above it that has one and is not a public suffix
 * (`psd=y`), or that declares itself the organisation (`psd=n`).
 */
async function findPolicies(
  domain: string,
  lookUpTxt: LookUpTxt,
): Promise<{ found: string[]; isOwn: boolean }> {
  const labels = domain.split('.')
  let highest: string[] = []
  for (let names = 0; names < MAX_NAMES && labels.length > 0; names += 1) {
    const found = (await lookUpTxt(`_dmarc.${labels.join('.')}`)).filter((text) =>
      /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text),
    )
    if (found.length > 0 && names === 0) return { found, isOwn: true }
    const psd = found[0] === undefined ? undefined : readTags(found[0]).get('psd')?.toLowerCase()
    // The policy of a public suffix counts if nothing below it has one.
    if (found.length > 0 && (psd !== 'y' || highest.length === 0)) highest = found
    if (psd === 'y' || psd === 'n') break
    // Only the end of a long name is looked up.
    labels.splice(0, names === 0 && labels.length > MAX_NAMES ? labels.length - MAX_NAMES + 1 : 1)
  }
  return { found: highest, isOwn: false }
}

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
function checkSpf({ identity, lookUpTxt }: DomainQuestion): Promise<MailDomainFinding> {
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
