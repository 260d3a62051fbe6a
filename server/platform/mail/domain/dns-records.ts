import { Resolver } from 'node:dns/promises'
import type { MailDomainCheck, MailDomainFinding } from '#core/domain/mail.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'

const TIMEOUT_MS = 1_500
const TRIES = 2
/** For all names of a check together. */
const DEADLINE_MS = 15_000
const MAX_NAMES = 40
const MAX_RECORDS = 50
const MAX_LENGTH = 4_000
const NO_SUCH_NAME = 'ENOTFOUND'
const NO_RECORD = [NO_SUCH_NAME, 'ENODATA', 'EBADNAME']

/** The name servers did not answer. */
export class DnsUnavailableError extends Error {
  override name = 'DnsUnavailableError'
}

/** The TXT records of a name, none when it has none. @throws DnsUnavailableError */
export type LookUpTxt = ((name: string) => Promise<string[]>) & {
  /** Returns true if a name that was looked up does not exist at all, nor anything below it (RFC 8020). */
  isMissing(name: string): boolean
}

/** A cached TXT lookup for one check, with limits on the number of names and on the total time. */
export function createTxtLookup(
  servers?: readonly string[],
  deadlineMs = DEADLINE_MS,
): LookUpTxt & { stop(): void } {
  // A new resolver uses the present name servers.
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const known = new Map<string, Promise<string[]>>()
  const missing = new Set<string>()
  let isLate = false
  const deadline = setTimeout(() => {
    isLate = true
    resolver.cancel()
  }, deadlineMs)

  async function ask(name: string): Promise<string[]> {
    if (isLate || known.size > MAX_NAMES) throw new DnsUnavailableError(name)
    try {
      const records = await resolver.resolveTxt(name)
      return records.slice(0, MAX_RECORDS).map((parts) => parts.join('').slice(0, MAX_LENGTH))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === NO_SUCH_NAME) missing.add(name)
      if (NO_RECORD.includes(String((error as NodeJS.ErrnoException).code))) return []
      throw new DnsUnavailableError(name)
    }
  }

  return Object.assign(
    (name: string) => {
      const key = name.toLowerCase()
      const asked = known.get(key) ?? ask(key)
      known.set(key, asked)
      return asked
    },
    { isMissing: (name: string) => missing.has(name.toLowerCase()), stop: () => clearTimeout(deadline) },
  )
}

/** The sender to check, and the DNS lookup. */
export interface DomainQuestion extends Pick<MailTransport, 'identity'> {
  lookUpTxt: LookUpTxt
}

const MAX_SHOWN = 5
const MAX_SHOWN_LENGTH = 500

type Answer = Pick<MailDomainFinding, 'state' | 'code'> &
  Partial<Pick<MailDomainFinding, 'found' | 'publish' | 'provider'>>

/** The finding of a check; `dns_unavailable` when the name servers do not respond. */
export async function findingOf(
  check: MailDomainCheck,
  name: string,
  look: () => Promise<Answer>,
): Promise<MailDomainFinding> {
  try {
    const { found = [], publish = null, ...answer } = await look()
    return { check, name, ...answer, found: found.slice(0, MAX_SHOWN).map(shortened), publish }
  } catch (error) {
    if (!(error instanceof DnsUnavailableError)) throw error
    return { check, name, state: 'unknown', code: 'dns_unavailable', found: [], publish: null }
  }
}

/** The tags of a record such as `v=DKIM1; k=rsa; p=…` (RFC 6376, RFC 9989). Of two with one name the first counts. */
export function readTags(record: string): Map<string, string> {
  const tags = new Map<string, string>()
  for (const part of record.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim().toLowerCase()
    if (at > 0 && !tags.has(name)) tags.set(name, part.slice(at + 1).trim())
  }
  return tags
}

const shortened = (text: string) =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
