import { countStaleTranslations } from '#server/jobs/handlers/count-stale-translations.ts'
import { publishAtItsMoment } from '#server/jobs/handlers/publish-at-its-moment.ts'
import { publishScheduled } from '#server/jobs/handlers/publish-scheduled.ts'
import { purge } from '#server/jobs/handlers/purge.ts'
import { resumeTranslations } from '#server/jobs/handlers/resume-translations.ts'
import { sendConfirmationMail } from '#server/jobs/handlers/send-confirmation-mail.ts'
import { sendInvitation } from '#server/jobs/handlers/send-invitation.ts'
import { sendRecoveryMail } from '#server/jobs/handlers/send-recovery-mail.ts'
import { sendSecurityNotice } from '#server/jobs/handlers/send-security-notice.ts'
import { sendSignInLink } from '#server/jobs/handlers/send-sign-in-link.ts'
import { settleLostMails } from '#server/jobs/handlers/settle-lost-mails.ts'
import { translateArticle } from '#server/jobs/handlers/translate-article.ts'
import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobName, JobPayload } from '#server/jobs/jobs.ts'

export type Handlers = {
  [Name in JobName]: (deps: JobDeps, payload: JobPayload<Name>, run: JobRun<Name>) => Promise<void>
}

export const handlers: Handlers = {
  'send-confirmation-mail': sendConfirmationMail,
  'send-recovery-mail': sendRecoveryMail,
  'send-sign-in-link': sendSignInLink,
  'send-invitation': sendInvitation,
  'send-security-notice': sendSecurityNotice,
  'publish-scheduled': publishScheduled,
  'publish-at-its-moment': publishAtItsMoment,
  'translate-article': translateArticle,
  'resume-translations': resumeTranslations,
  'count-stale-translations': countStaleTranslations,
  'settle-lost-mails': settleLostMails,
  purge,
}
