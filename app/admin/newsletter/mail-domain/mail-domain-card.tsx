import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { FindingItem } from '#app/admin/newsletter/mail-domain/finding-item.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { checkMailDomain } from '#core/data/mail-domain.ts'
import type { MailDomainReport } from '#core/domain/mail-domain.ts'

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
