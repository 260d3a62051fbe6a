import { type Finding, ok, problem, warning } from '#server/platform/checks/check.ts'
import { checkMailDomain } from '#server/platform/mail/domain/check-mail-domain.ts'
import { type MailTransport, oneLineReason } from '#server/platform/mail/mail.ts'

/** Whether mail leaves, and whether receivers accept it from its domain. */
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
  if (failure !== null)
    return problem(
      `The mail server does not take mail: ${failure}`,
      'Look at Settings → Mail, or at SMTP_URL or RESEND_API_KEY.',
    )
  const { domain, findings } = await checkMailDomain(transport, nameServers)
  const wrong = findings.filter(({ state }) => state !== 'ok')
  const [first] = wrong.toSorted((a, b) => Number(b.state === 'problem') - Number(a.state === 'problem'))
  if (!first) return ok(`SPF, DKIM and DMARC of ${domain} are right.`)
  const found = `Of ${domain}: ${wrong.map(({ code }) => code.replaceAll('_', ' ')).join(', ')}.`
  const advice = first.publish
    ? `Publish as TXT of ${first.publish.name}: ${first.publish.value}`
    : 'Newsletter → Check the domain shows the records.'
  return first.state === 'problem' ? problem(found, advice) : warning(found, advice)
}
