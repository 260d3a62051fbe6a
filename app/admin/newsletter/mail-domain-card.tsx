import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { checkMailDomain } from '#core/data/mail-domain.ts'
import type {
  MailDomainFinding,
  MailDomainReport,
  MailDomainState,
  TextRecord,
} from '#core/domain/mail-domain.ts'

interface RecordToPublishProps {
  record: TextRecord
  onSay: (text: string) => void
}

const TONES: Record<MailDomainState, BadgeTone> = {
  ok: 'green',
  warning: 'orange',
  problem: 'red',
  unknown: 'grey',
}

interface FindingItemProps {
  finding: MailDomainFinding
  /** Has screen readers say something. */
  onSay: (text: string) => void
}

const ID = 'mail-domain'

/** The card that asks name servers about the domain from which mail comes, when somebody wants to know. */
export function MailDomainCard() {
  const { site_name } = useSiteData()
  const [said, setSaid] = useState('')
  const check = useDeskMutation({ run: checkMailDomain })
  const report = check.data

  function start() {
    if (check.isPending) return
    setSaid(t('mailDomain.checking'))
    check.mutate(undefined, {
      onSuccess: (found) => setSaid(summaryOf(found)),
      onError: (error) => setSaid(describeError(error)),
    })
  }

  return (
    <PageSection
      id={ID}
      title={t('mailDomain.title')}
      intro={t('mailDomain.intro', { publication: site_name })}
    >
      <div className="max-w-2xl space-y-4" aria-busy={check.isPending}>
        <Button variant="secondary" aria-disabled={check.isPending} onClick={start}>
          {actionOf(check.isPending, report !== undefined)}
        </Button>
        {check.error && (
          <Notice tone="problem" title={t('mailDomain.fails')}>
            <p>{describeError(check.error)}</p>
          </Notice>
        )}
        {report && (
          <div>
            <p className="text-sm text-soft wrap-anywhere">{summaryOf(report)}</p>
            <ul aria-labelledby={ID} className="mt-3 divide-y divide-line border-line border-y">
              {report.findings.map((finding) => (
                <FindingItem key={finding.check} finding={finding} onSay={setSaid} />
              ))}
            </ul>
          </div>
        )}
        <Announcement>{said}</Announcement>
      </div>
    </PageSection>
  )
}

function actionOf(isChecking: boolean, isAgain: boolean): string {
  if (isChecking) return t('mailDomain.checking')
  return isAgain ? t('mailDomain.again') : t('mailDomain.action')
}

function summaryOf({ domain, findings }: MailDomainReport): string {
  const count = findings.filter(({ state }) => state !== 'ok').length
  return count === 0
    ? t('mailDomain.summary.allRight', { domain })
    : t('mailDomain.summary.open', { count, domain })
}

/** One thing that receivers check: how it stands, what was found, and what to publish. */
function FindingItem({ finding, onSay }: FindingItemProps) {
  const { check, state, name, found, publish } = finding
  return (
    <li className="space-y-2 py-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-semibold">{nameOfCheck(check)}</h3>
        <Badge tone={TONES[state]} look="plain">
          {nameOfState(state)}
        </Badge>
      </div>
      <p className="text-soft wrap-anywhere">{describeFinding(finding)}</p>
      {publish && <RecordToPublish record={publish} onSay={onSay} />}
      {found.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer text-soft wrap-anywhere">
            {t('mailDomain.found', { name })}
          </summary>
          <ul className="mt-2 space-y-2">
            {found.map((record) => (
              <li key={record} className="font-mono text-soft wrap-anywhere">
                {record}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

/** A record as the forms of providers of names ask for it. */
function RecordToPublish({ record, onSay }: RecordToPublishProps) {
  const [outcome, setOutcome] = useState('')

  async function copy() {
    const text = await navigator.clipboard.writeText(record.value).then(
      () => t('mailDomain.copied'),
      // Browsers allow it only on a secure origin.
      () => t('mailDomain.notCopied'),
    )
    setOutcome(text)
    onSay(text)
  }

  const rows = [
    [t('mailDomain.record.name'), record.name],
    [t('mailDomain.record.type'), 'TXT'],
    [t('mailDomain.record.value'), record.value],
  ] as const
  return (
    <div className="space-y-2 rounded-sm border border-line bg-wash px-4 py-3">
      <p className="font-semibold">{t('mailDomain.record.title')}</p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {rows.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-faint">{term}</dt>
            <dd className="font-mono wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('mailDomain.copyName', { name: record.name })}
          onClick={() => void copy()}
        >
          <Copy aria-hidden size={15} />
          {t('mailDomain.copy')}
        </Button>
        <span aria-hidden className="text-faint empty:hidden">
          {outcome}
        </span>
      </div>
    </div>
  )
}

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
