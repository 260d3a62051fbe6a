import { t } from '#app/admin/messages.ts'
import type { MailDomainFinding } from '#core/domain/mail.ts'

/** What was found, and what to do, in one sentence. */
export function describeFinding({ code, name, provider = '' }: MailDomainFinding): string {
  const values = { name, provider }
  switch (code) {
    case 'dns_unavailable':
      return t('mailDomain.finding.dnsUnavailable')
    case 'sender_placeholder':
      return t('mailDomain.finding.senderPlaceholder', values)
    case 'sender_outbox':
      return t('mailDomain.finding.senderOutbox')
    case 'spf_ok':
      return t('mailDomain.finding.spfOk', values)
    case 'spf_missing':
      return t('mailDomain.finding.spfMissing', values)
    case 'spf_missing_provider':
      return t('mailDomain.finding.spfMissingProvider', values)
    case 'spf_several':
      return t('mailDomain.finding.spfSeveral', values)
    case 'spf_open':
      return t('mailDomain.finding.spfOpen')
    case 'spf_endless':
      return t('mailDomain.finding.spfEndless')
    case 'spf_lookups':
      return t('mailDomain.finding.spfLookups')
    case 'spf_broken':
      return t('mailDomain.finding.spfBroken')
    case 'dkim_ok':
      return t('mailDomain.finding.dkimOk')
    case 'dkim_missing':
      return t('mailDomain.finding.dkimMissing')
    case 'dkim_missing_provider':
      return t('mailDomain.finding.dkimMissingProvider', values)
    case 'dkim_differs':
      return t('mailDomain.finding.dkimDiffers')
    case 'dkim_testing':
      return t('mailDomain.finding.dkimTesting')
    case 'dkim_unsigned':
      return t('mailDomain.finding.dkimUnsigned')
    case 'dmarc_ok':
      return t('mailDomain.finding.dmarcOk')
    case 'dmarc_none':
      return t('mailDomain.finding.dmarcNone')
    case 'dmarc_missing':
      return t('mailDomain.finding.dmarcMissing')
    case 'dmarc_several':
      return t('mailDomain.finding.dmarcSeveral')
    case 'dmarc_broken':
      return t('mailDomain.finding.dmarcBroken')
    case 'alignment_ok':
      return t('mailDomain.finding.alignmentOk')
    case 'alignment_by_spf':
      return t('mailDomain.finding.alignmentBySpf')
    case 'alignment_strict':
      return t('mailDomain.finding.alignmentStrict', values)
    case 'alignment_fails':
      return t('mailDomain.finding.alignmentFails')
  }
}

export function nameOfCheck(check: MailDomainFinding['check']): string {
  switch (check) {
    case 'sender':
      return t('mailDomain.check.sender')
    case 'spf':
      return t('mailDomain.check.spf')
    case 'dkim':
      return t('mailDomain.check.dkim')
    case 'dmarc':
      return t('mailDomain.check.dmarc')
    case 'alignment':
      return t('mailDomain.check.alignment')
  }
}

export function nameOfState(state: MailDomainFinding['state']): string {
  switch (state) {
    case 'ok':
      return t('mailDomain.state.ok')
    case 'warning':
      return t('mailDomain.state.warning')
    case 'problem':
      return t('mailDomain.state.problem')
    case 'unknown':
      return t('mailDomain.state.unknown')
  }
}
