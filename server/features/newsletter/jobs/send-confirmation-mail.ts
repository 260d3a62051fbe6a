import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '#core/i18n/languages.ts'
import type { sendConfirmationMailJob } from '#server/features/newsletter/jobs/definitions.ts'
import { alreadySubscribedMail } from '#server/features/newsletter/mails/already-subscribed.tsx'
import { confirmationMail } from '#server/features/newsletter/mails/confirmation.tsx'
import type { Services } from '#server/features/services.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

type Decision =
  | { outcome: 'confirm' | 'already_subscribed'; email: string; language: Language }
  | { outcome: 'silent' }

/** Mails a subscriber a confirmation link, or a note when the address is confirmed already, or nothing. */
export async function sendConfirmationMail(
  deps: Services,
  { email, byLink = false }: JobPayload<typeof sendConfirmationMailJob>,
  run: JobRun<typeof sendConfirmationMailJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const token = randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(token).digest('hex')
    const [{ decision }] = await transaction<[{ decision: Decision }]>`
      select private.begin_confirmation_mail(${email}, ${hash}, ${byLink}) as decision`
    if (decision.outcome === 'silent') return null
    const { language, email: to } = decision
    const content =
      decision.outcome === 'confirm'
        ? await confirmationMail({ language, siteUrl: deps.siteUrl, token })
        : await alreadySubscribedMail({ language })
    return {
      mail: { ...content, to },
      withdraw: (session) => session`select private.withdraw_confirmation_mail(${to}, ${hash})`,
    }
  })
}
