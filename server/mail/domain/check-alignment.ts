import type { MailDomainFinding } from '#core/domain/mail-domain.ts'
import type { DomainQuestion } from '#server/mail/domain/domain-question.ts'

/**
 * Whether what passes belongs to the domain that readers see, which is what DMARC asks. Without the list of public suffixes two
 * domains count as one organisation when one is above the other.
 */
export function checkAlignment(
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
