import type { Sql } from '#server/database/connection.ts'
import { purge } from '#server/jobs/handlers/purge.ts'
import { sendConfirmationMail } from '#server/jobs/handlers/send-confirmation-mail.ts'
import { sendInvitation } from '#server/jobs/handlers/send-invitation.ts'
import { sendRecoveryMail } from '#server/jobs/handlers/send-recovery-mail.ts'
import { sendSecurityNotice } from '#server/jobs/handlers/send-security-notice.ts'
import { sendSignInLink } from '#server/jobs/handlers/send-sign-in-link.ts'
import { settleLostMails } from '#server/jobs/handlers/settle-lost-mails.ts'
import type { JobName, JobPayload } from '#server/jobs/jobs.ts'
import type { Log } from '#server/log.ts'
import type { MailTransport } from '#server/mail/mail.ts'
import type { LiveSettings } from '#server/settings/live-settings.ts'

/** What handlers may use. */
export interface JobDeps {
  sql: Sql
  mail: MailTransport
  siteUrl: string
  settings: LiveSettings
  log: Log
}

/** One run of a job. */
export interface JobRun<Name extends JobName = JobName> {
  /** The same for every run of the job. */
  id: string
  name: Name
  createdAt: Date
  isLastTry: boolean
  /** Aborted when the run takes too long or the worker ends. */
  signal: AbortSignal
}

export type Handlers = {
  [Name in JobName]: (deps: JobDeps, payload: JobPayload<Name>, run: JobRun<Name>) => Promise<void>
}

export const handlers: Handlers = {
  'send-confirmation-mail': sendConfirmationMail,
  'send-recovery-mail': sendRecoveryMail,
  'send-sign-in-link': sendSignInLink,
  'send-invitation': sendInvitation,
  'send-security-notice': sendSecurityNotice,
  'settle-lost-mails': settleLostMails,
  purge,
}

/** A handler throws it to be run again later, for a reason that is nobody's fault here. Any other error says that as well. */
export class TryAgainLater extends Error {
  override name = 'TryAgainLater'
}
