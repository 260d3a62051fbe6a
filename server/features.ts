import type { Language } from '#core/i18n/languages.ts'
import { administrationFeature } from '#server/features/administration/feature.ts'
import { articlesFeature } from '#server/features/articles/feature.ts'
import { backupFeature } from '#server/features/backup/feature.ts'
import { calendarFeature } from '#server/features/calendar/feature.ts'
import { demoFeature } from '#server/features/demo/feature.ts'
import { exportFeature } from '#server/features/export/feature.ts'
import { EVERY_FIVE_MINUTES, type Feature, type FeatureSettings } from '#server/features/feature.ts'
import { importFeature } from '#server/features/import/feature.ts'
import { indexnowFeature } from '#server/features/indexnow/feature.ts'
import { judgingFeature } from '#server/features/judging/feature.ts'
import { mcpFeature } from '#server/features/mcp/feature.ts'
import { newsletterFeature } from '#server/features/newsletter/feature.ts'
import { newsroomFeature } from '#server/features/newsroom/feature.ts'
import { pageViewsFeature } from '#server/features/page-views/feature.ts'
import { pagesFeature } from '#server/features/pages/feature.ts'
import type { FunctionDeps, Services } from '#server/features/services.ts'
import { socialFeature } from '#server/features/social/feature.ts'
import { speechFeature } from '#server/features/speech/feature.ts'
import { translationFeature } from '#server/features/translation/feature.ts'
import { webhooksFeature } from '#server/features/webhooks/feature.ts'
import { websubFeature } from '#server/features/websub/feature.ts'
import { deliverMail, settleLostMails, settleLostMailsJob } from '#server/platform/mail/deliver-mail.ts'
import { checkForUpdate, checkForUpdateJob } from '#server/platform/newer-version.ts'
import { handles, type JobHandler, type JobPayload, type JobRun } from '#server/platform/queue/job.ts'
import type {
  sendInvitationJob,
  sendRecoveryMailJob,
  sendSecurityNoticeJob,
  sendSignInLinkJob,
} from '#server/supabase/auth/jobs.ts'
import * as auth from '#server/supabase/auth/jobs.ts'
import { issueInvitation, withdrawInvitationToken } from '#server/supabase/auth/links/invitations.ts'
import { issueLink, withdrawLink } from '#server/supabase/auth/links/one-time-tokens.ts'
import {
  invitationMail,
  recoveryMail,
  securityNoticeMail,
  signInLinkMail,
} from '#server/supabase/auth/mails/account-mails.tsx'
import type { FunctionEntry } from '#server/supabase/functions/index.ts'
import type { SupabaseServices } from '#server/supabase/services.ts'
import { purge, purgeJob } from '#server/upkeep/purge.ts'

/** Mails a link for setting a new password to an address, if it belongs to somebody with a role. */
const sendRecoveryMail = mailsLink<typeof sendRecoveryMailJob>('recovery', recoveryMail)

/** Mails a sign-in link to an address, if it belongs to somebody with a role. */
const sendSignInLink = mailsLink<typeof sendSignInLinkJob>('magiclink', signInLinkMail)

function mailsLink<Job extends typeof sendRecoveryMailJob | typeof sendSignInLinkJob>(
  type: 'recovery' | 'magiclink',
  compose: typeof recoveryMail,
) {
  return async (deps: SupabaseServices, { email }: JobPayload<Job>, run: JobRun<Job>): Promise<void> => {
    await deliverMail(deps, run, async (transaction) => {
      const link = await issueLink(transaction, { type, email })
      if (!link) return null
      const content = await compose({ siteUrl: deps.siteUrl, askedAt: run.createdAt, ...link })
      return {
        mail: { ...content, to: link.email },
        withdraw: (session) => withdrawLink(session, link.token),
      }
    })
  }
}

/** Mails an invitation, unless it has been withdrawn or replaced. */
async function sendInvitation(
  deps: SupabaseServices,
  { invitationId }: JobPayload<typeof sendInvitationJob>,
  run: JobRun<typeof sendInvitationJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const invitation = await issueInvitation(transaction, invitationId)
    if (!invitation) return null
    const content = await invitationMail({ siteUrl: deps.siteUrl, ...invitation })
    return {
      mail: { ...content, to: invitation.email },
      withdraw: (session) => withdrawInvitationToken(session, invitation.token),
    }
  })
}

/** Mails a user what was changed about the account. */
async function sendSecurityNotice(
  deps: SupabaseServices,
  { userId, event }: JobPayload<typeof sendSecurityNoticeJob>,
  run: JobRun<typeof sendSecurityNoticeJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const [user] = await transaction<{ email: string; language: Language }[]>`
      select email, private.mail_language(id) as language from auth.users where id = ${userId} and email is not null`
    if (!user) return null
    const content = await securityNoticeMail({ siteUrl: deps.siteUrl, ...user, event, at: run.createdAt })
    return { mail: { ...content, to: user.email }, withdraw: async () => {} }
  })
}

/** The features of the site, by their doors: the map of what the server does. */
const DOORS = [
  administrationFeature,
  articlesFeature,
  judgingFeature,
  translationFeature,
  newsletterFeature,
  pagesFeature,
  pageViewsFeature,
  calendarFeature,
  importFeature,
  exportFeature,
  backupFeature,
  demoFeature,
  indexnowFeature,
  mcpFeature,
  newsroomFeature,
  socialFeature,
  speechFeature,
  webhooksFeature,
  websubFeature,
] as const

export const FEATURES: readonly Feature[] = DOORS

/** All functions of `/functions/v1`, by name. */
export const FUNCTIONS: Readonly<Record<string, FunctionEntry<FunctionDeps>>> = Object.fromEntries(
  FEATURES.flatMap(({ functions = {} }) => Object.entries(functions)),
)

/** Every job of the site. */
export const JOBS: readonly JobHandler<Services>[] = [
  ...FEATURES.flatMap(({ jobs = [] }) => jobs),
  handles(auth.sendRecoveryMailJob, sendRecoveryMail),
  handles(auth.sendSignInLinkJob, sendSignInLink),
  handles(auth.sendInvitationJob, sendInvitation),
  handles(auth.sendSecurityNoticeJob, sendSecurityNotice),
  handles(settleLostMailsJob, settleLostMails, EVERY_FIVE_MINUTES),
  handles(checkForUpdateJob, checkForUpdate, { cron: '41 * * * *' }),
  handles(purgeJob, (deps: Services, _, run) => purge(deps, run), { cron: '17 * * * *' }),
]

type Takes<Door> = Door extends { opens(...given: never[]): infer Opened } ? (opened: Opened) => void : never
/** The services of all features together. */
type OpenedServices = Takes<(typeof DOORS)[number]> extends (opened: infer All) => void ? All : never

export function openFeatures(services: SupabaseServices, settings: FeatureSettings): OpenedServices {
  return Object.assign({}, ...FEATURES.map(({ opens }) => opens?.(services, settings)))
}
