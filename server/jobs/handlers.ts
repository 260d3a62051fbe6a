import { chooseTopics } from '#server/jobs/handlers/choose-topics.ts'
import { countStaleTranslations } from '#server/jobs/handlers/count-stale-translations.ts'
import { draftNewsletter } from '#server/jobs/handlers/draft-newsletter.ts'
import { followNewsletter } from '#server/jobs/handlers/follow-newsletter.ts'
import { newsletterAtItsMoment } from '#server/jobs/handlers/newsletter-at-its-moment.ts'
import { publishAtItsMoment } from '#server/jobs/handlers/publish-at-its-moment.ts'
import { publishScheduled } from '#server/jobs/handlers/publish-scheduled.ts'
import { purge } from '#server/jobs/handlers/purge.ts'
import { queueWelcomeMails } from '#server/jobs/handlers/queue-welcome-mails.ts'
import { resumeNewsletters } from '#server/jobs/handlers/resume-newsletters.ts'
import { resumeTranslations } from '#server/jobs/handlers/resume-translations.ts'
import { sendConfirmationMail } from '#server/jobs/handlers/send-confirmation-mail.ts'
import { sendErasureMail } from '#server/jobs/handlers/send-erasure-mail.ts'
import { sendInvitation } from '#server/jobs/handlers/send-invitation.ts'
import { sendNewsletterIssue } from '#server/jobs/handlers/send-newsletter-issue.ts'
import { sendNewsletterNotice } from '#server/jobs/handlers/send-newsletter-notice.ts'
import { sendRecoveryMail } from '#server/jobs/handlers/send-recovery-mail.ts'
import { sendSecurityNotice } from '#server/jobs/handlers/send-security-notice.ts'
import { sendSignInLink } from '#server/jobs/handlers/send-sign-in-link.ts'
import { sendSubscriberData } from '#server/jobs/handlers/send-subscriber-data.ts'
import { sendWelcomeMail } from '#server/jobs/handlers/send-welcome-mail.ts'
import { settleLostMails } from '#server/jobs/handlers/settle-lost-mails.ts'
import { translateArticle } from '#server/jobs/handlers/translate-article.ts'
import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobName, JobPayload } from '#server/jobs/jobs.ts'

export type Handlers = {
  [Name in JobName]: (deps: JobDeps, payload: JobPayload<Name>, run: JobRun<Name>) => Promise<void>
}

export const handlers: Handlers = {
  'send-confirmation-mail': sendConfirmationMail,
  'send-welcome-mail': sendWelcomeMail,
  'send-subscriber-data': sendSubscriberData,
  'send-erasure-mail': sendErasureMail,
  'send-recovery-mail': sendRecoveryMail,
  'send-sign-in-link': sendSignInLink,
  'send-invitation': sendInvitation,
  'send-security-notice': sendSecurityNotice,
  'send-newsletter-notice': sendNewsletterNotice,
  'queue-welcome-mails': queueWelcomeMails,
  'publish-scheduled': publishScheduled,
  'publish-at-its-moment': publishAtItsMoment,
  'translate-article': translateArticle,
  'resume-translations': resumeTranslations,
  'choose-topics': chooseTopics,
  'count-stale-translations': countStaleTranslations,
  'follow-newsletter': followNewsletter,
  'newsletter-at-its-moment': newsletterAtItsMoment,
  'draft-newsletter': draftNewsletter,
  'send-newsletter-issue': sendNewsletterIssue,
  'resume-newsletters': resumeNewsletters,
  'settle-lost-mails': settleLostMails,
  purge,
}
