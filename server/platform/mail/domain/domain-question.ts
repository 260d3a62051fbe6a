import type { MailDomainCheck, MailDomainFinding } from '#core/domain/mail-domain.ts'
import { type FindTexts, NamesUnavailable } from '#server/platform/mail/domain/find-texts.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'

/** Of whom something is asked, and how. */
export interface DomainQuestion extends Pick<MailTransport, 'identity'> {
  findTexts: FindTexts
}

const MAX_SHOWN = 5
const MAX_SHOWN_LENGTH = 500

type Answer = Pick<MailDomainFinding, 'state' | 'code'> &
  Partial<Pick<MailDomainFinding, 'found' | 'publish' | 'provider'>>

/** One finding of a check; when the name servers do not answer, it says so. */
export async function findingOf(
  check: MailDomainCheck,
  name: string,
  look: () => Promise<Answer>,
): Promise<MailDomainFinding> {
  try {
    const { found = [], publish = null, ...answer } = await look()
    return { check, name, ...answer, found: found.slice(0, MAX_SHOWN).map(shortened), publish }
  } catch (error) {
    if (!(error instanceof NamesUnavailable)) throw error
    return { check, name, state: 'unknown', code: 'dns_unavailable', found: [], publish: null }
  }
}

/** The tags of a record such as `v=DKIM1; k=rsa; p=…` (RFC 6376, RFC 7489). Of two with one name the first counts. */
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
