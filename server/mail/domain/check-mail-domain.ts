import type { MailDomainFinding, MailDomainReport } from '#core/domain/mail-domain.ts'
import { checkAlignment } from '#server/mail/domain/check-alignment.ts'
import { checkDkim } from '#server/mail/domain/check-dkim.ts'
import { checkDmarc } from '#server/mail/domain/check-dmarc.ts'
import { checkSpf } from '#server/mail/domain/check-spf.ts'
import { createTextLookup } from '#server/mail/domain/find-texts.ts'
import type { MailTransport } from '#server/mail/mail.ts'

/** Names that nobody owns (RFC 2606, RFC 6762), or that are no domains. */
const PLACEHOLDER =
  /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|local|localhost)$|^[^.]*$|^[\d.:[\]]+$/i

/** Looks at the domain of the sender as receivers do: who may send for it, who signs, and what is to happen with anything else. */
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
  const findTexts = createTextLookup(nameServers)
  try {
    const asked = { identity, findTexts }
    const [spf, dkim, dmarc] = await Promise.all([checkSpf(asked), checkDkim(asked), checkDmarc(asked)])
    const findings = [spf, dkim, dmarc.finding, checkAlignment(asked, spf, dkim, dmarc.policy)]
    if (kind === 'outbox') findings.unshift({ ...sender, state: 'warning', code: 'sender_outbox' })
    return { domain, findings }
  } finally {
    findTexts.stop()
  }
}
