import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { checkMailDomain } from '#core/data/mails.ts'
import type { MailDomainFinding, MailDomainReport, MailDomainState, TextRecord } from '#core/domain/mail.ts'

interface RecordToPublishProps {
  record: TextRecord
  onAnnounce: (text: string) => void
}

const STATES: Record<MailDomainState, [tone: BadgeTone, name: string]> = {
  ok: ['green', t('mailDomain.state.ok')],
  warning: ['orange', t('mailDomain.state.warning')],
  problem: ['red', t('mailDomain.state.problem')],
  unknown: ['grey', t('mailDomain.state.unknown')],
}

const CHECKS: Record<MailDomainFinding['check'], string> = {
  sender: t('mailDomain.check.sender'),
  spf: t('mailDomain.check.spf'),
  dkim: t('mailDomain.check.dkim'),
  dmarc: t('mailDomain.check.dmarc'),
  alignment: t('mailDomain.check.alignment'),
}

/** The sentence of each finding: what was found, and what to do. */
const FINDINGS = {
  dns_unavailable: 'mailDomain.finding.dnsUnavailable',
  sender_placeholder: 'mailDomain.finding.senderPlaceholder',
  sender_outbox: 'mailDomain.finding.senderOutbox',
  spf_ok: 'mailDomain.finding.spfOk',
  spf_missing: 'mailDomain.finding.spfMissing',
  spf_missing_provider: 'mailDomain.finding.spfMissingProvider',
  spf_several: 'mailDomain.finding.spfSeveral',
  spf_open: 'mailDomain.finding.spfOpen',
  spf_endless: 'mailDomain.finding.spfEndless',
  spf_lookups: 'mailDomain.finding.spfLookups',
  spf_broken: 'mailDomain.finding.spfBroken',
  dkim_ok: 'mailDomain.finding.dkimOk',
  dkim_missing: 'mailDomain.finding.dkimMissing',
  dkim_missing_provider: 'mailDomain.finding.dkimMissingProvider',
  dkim_differs: 'mailDomain.finding.dkimDiffers',
  dkim_testing: 'mailDomain.finding.dkimTesting',
  dkim_unsigned: 'mailDomain.finding.dkimUnsigned',
  dmarc_ok: 'mailDomain.finding.dmarcOk',
  dmarc_none: 'mailDomain.finding.dmarcNone',
  dmarc_testing: 'mailDomain.finding.dmarcTesting',
  dmarc_pct: 'mailDomain.finding.dmarcPct',
  dmarc_missing: 'mailDomain.finding.dmarcMissing',
  dmarc_several: 'mailDomain.finding.dmarcSeveral',
  dmarc_broken: 'mailDomain.finding.dmarcBroken',
  alignment_ok: 'mailDomain.finding.alignmentOk',
  alignment_by_spf: 'mailDomain.finding.alignmentBySpf',
  alignment_strict: 'mailDomain.finding.alignmentStrict',
  alignment_fails: 'mailDomain.finding.alignmentFails',
} as const satisfies Record<MailDomainFinding['code'], string>

interface FindingItemProps {
  finding: MailDomainFinding
  /** Announces a text to screen readers. */
  onAnnounce: (text: string) => void
}

const ID = 'mail-domain'

/** The card that checks the DNS records of the sender's domain on request. */
export function MailDomainCard() {
  const { site_name } = useSiteData()
  const [announcement, setAnnouncement] = useState('')
  const check = useDeskMutation({ run: checkMailDomain })
  const report = check.data

  function start() {
    if (check.isPending) return
    setAnnouncement(t('mailDomain.checking'))
    check.mutate(undefined, {
      onSuccess: (found) => setAnnouncement(summaryOf(found)),
      onError: (error) => setAnnouncement(describeError(error)),
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
                <FindingItem key={finding.check} finding={finding} onAnnounce={setAnnouncement} />
              ))}
            </ul>
          </div>
        )}
        <Announcement>{announcement}</Announcement>
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

/** One check of receivers: its state, the records found, and the record to publish. */
function FindingItem({ finding, onAnnounce }: FindingItemProps) {
  const { check, state, code, name, provider = '', found, publish } = finding
  const [tone, stateName] = STATES[state]
  return (
    <li className="space-y-2 py-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-semibold">{CHECKS[check]}</h3>
        <Badge tone={tone} look="plain">
          {stateName}
        </Badge>
      </div>
      <p className="text-soft wrap-anywhere">{t(FINDINGS[code], { name, provider })}</p>
      {publish && <RecordToPublish record={publish} onAnnounce={onAnnounce} />}
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

/** A record as the forms of DNS providers ask for it. */
function RecordToPublish({ record, onAnnounce }: RecordToPublishProps) {
  const [outcome, setOutcome] = useState('')

  async function copy() {
    const text = await navigator.clipboard.writeText(record.value).then(
      () => t('mailDomain.copied'),
      // Browsers allow it only on a secure origin.
      () => t('mailDomain.notCopied'),
    )
    setOutcome(text)
    onAnnounce(text)
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
