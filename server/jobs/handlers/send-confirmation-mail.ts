import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '#core/i18n/languages.ts'
import { deliverMail } from '#server/jobs/deliver-mail.ts'
import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { alreadySubscribedMail } from '#server/mail/templates/already-subscribed.tsx'
import { confirmationMail } from '#server/mail/templates/confirmation.tsx'

type Decision =
  | { outcome: 'confirm' | 'already_subscribed'; email: string; language: Language }
  | { outcome: 'silent' }

/** Mails a subscriber a confirmation link, or a note when the address is confirmed already, or nothing. */
export async function sendConfirmationMail(
  deps: JobDeps,
  { email, byLink = false }: JobPayload<'send-confirmation-mail'>,
  run: JobRun<'send-confirmation-mail'>,
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
