import { t } from '#app/admin/messages.ts'
import {
  describeFinding,
  nameOfCheck,
  nameOfState,
} from '#app/admin/newsletter/mail-domain/describe-finding.ts'
import { RecordToPublish } from '#app/admin/newsletter/mail-domain/record-to-publish.tsx'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import type { MailDomainFinding, MailDomainState } from '#core/domain/mail-domain.ts'

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

/** One thing that receivers check: how it stands, what was found, and what to publish. */
export function FindingItem({ finding, onSay }: FindingItemProps) {
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
