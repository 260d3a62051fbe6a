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
import { handles, type JobHandler } from '#server/platform/queue/job.ts'
import * as auth from '#server/supabase/auth/jobs.ts'
import {
  sendInvitation,
  sendRecoveryMail,
  sendSecurityNotice,
  sendSignInLink,
} from '#server/supabase/auth/mails/send-account-mails.ts'
import type { FunctionEntry } from '#server/supabase/functions/index.ts'
import type { SupabaseServices } from '#server/supabase/services.ts'
import { checkForUpdate, checkForUpdateJob } from '#server/upkeep/check-for-update.ts'
import { purge, purgeJob } from '#server/upkeep/purge.ts'
import { settleLostMails, settleLostMailsJob } from '#server/upkeep/settle-lost-mails.ts'

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
