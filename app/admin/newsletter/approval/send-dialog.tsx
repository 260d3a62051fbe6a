import { useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { formatPlanned } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FindingList } from '#app/admin/newsletter/approval/finding-list.tsx'
import type { SendConfirmation } from '#app/admin/newsletter/approval/use-send-issue.ts'
import type { IssueBeside } from '#core/domain/newsletter-sending.ts'

const NUMBER = new Intl.NumberFormat('en')

interface SendDialogProps {
  /** Of an issue that goes on, only the others. */
  question: Partial<SendConfirmation> & Pick<SendConfirmation, 'others'>
  /** Of the newsletter. */
  zone: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/**
 * Asks for confirmation before an issue is sent or approved, with the number of recipients. Where no mail leaves, the editor has to want the
 * outbox.
 */
export function SendDialog({ question, zone, onConfirm, onClose }: SendDialogProps) {
  const { active = 0, audience, english, findings = [], others, ...asked } = question
  const { sends = false, goesOutAt, pauseAfter, intoOutbox = false } = asked
  const [wantsOutbox, setWantsOutbox] = useState(false)
  const [problem, setProblem] = useState('')
  const choice = useRef<HTMLInputElement>(null)
  const count = { count: active, active: NUMBER.format(active) }

  async function confirm() {
    if (!intoOutbox || wantsOutbox) return onConfirm()
    setProblem(t('newsletterSending.outbox.choose'))
    choice.current?.focus()
    return false
  }

  return (
    <ConfirmDialog
      title={titleOf()}
      action={labelOf()}
      destructive={false}
      onConfirm={confirm}
      onClose={onClose}
    >
      {active > 0 && <p>{textOf()}</p>}
      {goesOutAt && (
        <p className="font-medium text-ink">
          {t(intoOutbox ? 'newsletterSending.confirm.atOutbox' : 'newsletterSending.confirm.at', {
            moment: formatPlanned(goesOutAt, zone),
          })}
        </p>
      )}
      {others.length > 0 && (
        <div role="alert" className="font-medium text-ink">
          <p>{t('newsletterSending.beside.text')}</p>
          <ul className="mt-1 list-disc pl-5">
            {others.map((other) => (
              <li key={other.id}>{describeOther(other, zone)}</li>
            ))}
          </ul>
        </div>
      )}
      {!intoOutbox && audience && <p className="font-medium text-ink">{audience}</p>}
      {english && <p>{english}</p>}
      {pauseAfter && <p>{t('newsletterSending.confirm.pause', { count: pauseAfter })}</p>}
      {findings.length > 0 && (
        <div>
          <p className="font-medium text-ink">{t('newsletterSending.confirm.findings')}</p>
          <FindingList findings={findings} />
        </div>
      )}
      {intoOutbox && (
        <div>
          <label className="flex min-h-11 cursor-pointer items-center gap-2.5 font-medium text-ink">
            <input
              ref={choice}
              type="checkbox"
              className="size-4.5 shrink-0 accent-ink"
              aria-describedby={problem ? 'outbox-problem' : undefined}
              aria-invalid={problem !== ''}
              checked={wantsOutbox}
              onChange={(event) => {
                setWantsOutbox(event.target.checked)
                setProblem('')
              }}
            />
            {t('newsletterSending.outbox.choice')}
          </label>
          <p id="outbox-problem" className="text-red">
            {problem}
          </p>
        </div>
      )}
    </ConfirmDialog>
  )

  function titleOf(): string {
    if (others.length > 0) return t('newsletterSending.beside.title')
    if (intoOutbox)
      return t(sends ? 'newsletterSending.outbox.title' : 'newsletterSending.outbox.approveTitle')
    return t(sends ? 'newsletterSending.confirm.title' : 'newsletterSending.confirm.approveTitle')
  }

  function textOf(): string {
    if (intoOutbox) return t('newsletterSending.outbox.text', count)
    if (sends) return t('newsletterSending.confirm.text', count)
    return t(
      goesOutAt ? 'newsletterSending.confirm.scheduleText' : 'newsletterSending.confirm.approveText',
      count,
    )
  }

  function labelOf(): string {
    if (others.length > 0) return t('newsletterSending.beside.both')
    if (intoOutbox) return t(sends ? 'newsletterSending.outbox.send' : 'newsletterSending.outbox.approve')
    if (findings.length > 0)
      return t(sends ? 'newsletterSending.confirm.sendAnyway' : 'newsletterSending.confirm.approveAnyway')
    return t(sends ? 'newsletterSending.confirm.send' : 'newsletterSending.confirm.approve')
  }
}

function describeOther({ subject, status, at }: IssueBeside, zone: string): string {
  const values = { subject, time: formatPlanned(new Date(at), zone, { isShort: true }) }
  if (status === 'scheduled') return t('newsletterSending.beside.scheduled', values)
  const isUnderWay = status === 'sending' || status === 'paused'
  return t(isUnderWay ? 'newsletterSending.beside.sending' : 'newsletterSending.beside.sent', values)
}
