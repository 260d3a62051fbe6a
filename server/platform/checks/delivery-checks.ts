import type { MailDomainCode } from '#core/domain/mail.ts'
import { type Finding, ok, problem, warning } from '#server/platform/checks/check.ts'
import { checkMailDomain } from '#server/platform/mail/domain/check-mail-domain.ts'
import { type MailTransport, oneLineReason } from '#server/platform/mail/mail.ts'

type WrongCode = Exclude<MailDomainCode, `${string}_ok` | 'dmarc_none' | 'dmarc_testing'>

/** Faults of a domain because of which receivers reject its mail, or may reject it. */
const WRONG: Record<WrongCode, string> = {
  sender_placeholder: 'it is an example, so set the sender to an address of your own domain',
  sender_outbox: 'its mail stays in the outbox',
  dns_unavailable: 'its records could not be looked up',
  spf_missing: 'it has no SPF record',
  spf_missing_provider: 'it does not name its provider in an SPF record',
  spf_several: 'it has several SPF records, and receivers want one',
  spf_open: 'its SPF record allows every server to send for it',
  spf_endless: 'its SPF record refers to itself',
  spf_lookups: 'its SPF record needs too many lookups',
  spf_broken: 'its SPF record has a mistake',
  dkim_missing: 'its DKIM key is not published',
  dkim_missing_provider: 'the DKIM key of its provider is not published',
  dkim_differs: 'its published DKIM key is not the one that signs',
  dkim_testing: 'its DKIM key is published for tests only (t=y)',
  dkim_unsigned: 'its mail is not signed here (DKIM)',
  dmarc_missing: 'it has no DMARC record',
  dmarc_several: 'it has several DMARC records, and receivers want one',
  dmarc_broken: 'its DMARC record has a mistake',
  dmarc_pct: 'its DMARC record has pct, which receivers ignore',
  alignment_by_spf: 'only SPF proves that its mail is its own, which ends where mail is forwarded',
  alignment_strict: 'its DMARC record asks for a signature of exactly this domain (adkim=s)',
  alignment_fails: 'neither SPF nor DKIM proves that its mail is its own, as DMARC asks',
}

/** Checks that mail can be sent, and that receivers accept it from its domain. */
export async function checkMail(
  transport: Pick<MailTransport, 'kind' | 'identity' | 'verify'>,
  { nameServers, signal }: { nameServers?: readonly string[]; signal?: AbortSignal } = {},
): Promise<Finding> {
  if (transport.kind === 'outbox')
    return warning(
      'Mail stays in the outbox of the admin.',
      'Set it up: Settings → Mail, or SMTP_URL or RESEND_API_KEY.',
    )
  const failure = await transport.verify(signal ? { signal } : {}).then(
    () => null,
    (error: Error) => oneLineReason(error.message),
  )
  if (failure !== null) return problem(failure, 'Look at Settings → Mail, or at SMTP_URL or RESEND_API_KEY.')
  const { domain, findings } = await checkMailDomain(transport, nameServers)
  const wrong = findings.filter(({ state }) => state !== 'ok')
  const [first] = wrong.toSorted((a, b) => Number(b.state === 'problem') - Number(a.state === 'problem'))
  if (!first) return ok(`SPF, DKIM and DMARC of ${domain} are right.`)
  const found = `The domain ${domain}: ${wrong.map(({ code }) => WRONG[code as WrongCode]).join('; ')}.`
  const advice = first.publish
    ? `Publish as TXT of ${first.publish.name}: ${first.publish.value}`
    : 'Newsletter → Check the domain shows the records.'
  return first.state === 'problem' ? problem(found, advice) : warning(found, advice)
}
