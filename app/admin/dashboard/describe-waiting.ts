import { ARTICLES_PATH, DRAFTS_PATH, editArticlePath } from '#app/admin/article/article-paths.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { describeSchedule } from '#app/admin/articles/describe-fields.ts'
import { BACKUPS_PATH } from '#app/admin/backups/backups-path.ts'
import { coveragePath } from '#app/admin/coverage/coverage-table.ts'
import {
  describeDrafts,
  describeHandIns,
  describePlanned,
  describeUnsaved,
} from '#app/admin/dashboard/waiting-articles.ts'
import { describeIssue, describeMissingIssue, isStuck } from '#app/admin/dashboard/waiting-issues.ts'
import { MINUTE, showCount, type WaitingLine } from '#app/admin/dashboard/waiting-line.ts'
import { t } from '#app/admin/messages.ts'
import { issuePath, NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { OUTBOX_PATH, TROUBLED } from '#app/admin/outbox/outbox-queries.ts'
import { SECTIONS, SETTINGS_PATH, settingsPath } from '#app/admin/settings/sections.ts'
import { STATEMENTS_STEP, setupPath } from '#app/admin/setup/setup-steps.ts'
import { ACCOUNT_PATH } from '#app/admin/sign-in/admin-path.ts'
import { nameOfFault } from '#app/admin/system/describe-system.ts'
import { SYSTEM_PATH } from '#app/admin/system/system-paths.ts'
import {
  MODEL_SETTINGS_PATH,
  TO_REVIEW_PATH,
  TRANSLATIONS_PATH,
} from '#app/admin/translations/translation-paths.ts'
import { MOST_COUNTED, type SetUpGap, type Waiting } from '#core/domain/dashboard.ts'

export interface WaitingLines {
  now: WaitingLine[]
  soon: WaitingLine[]
  setUp: WaitingLine[]
}

const SET_UP: Record<SetUpGap, { text: string; detail: string; to: string; page: string }> = {
  mail: {
    text: t('dashboard.setUp.mail'),
    detail: t('dashboard.setUp.mailText'),
    to: settingsPath(SECTIONS.mail),
    page: SETTINGS_PATH,
  },
  model: {
    text: t('dashboard.setUp.model'),
    detail: t('dashboard.setUp.modelText'),
    to: MODEL_SETTINGS_PATH,
    page: SETTINGS_PATH,
  },
  backups: {
    text: t('dashboard.setUp.backups'),
    detail: t('dashboard.setUp.backupsText'),
    to: `${BACKUPS_PATH}#schedule`,
    page: SYSTEM_PATH,
  },
  postal_address: {
    text: t('dashboard.setUp.postalAddress'),
    detail: t('dashboard.setUp.postalAddressText'),
    to: settingsPath(SECTIONS.newsletter),
    page: SETTINGS_PATH,
  },
  statements: {
    text: t('dashboard.setUp.statements'),
    detail: t('dashboard.setUp.statementsText'),
    to: setupPath(STATEMENTS_STEP),
    page: SETTINGS_PATH,
  },
  password: {
    text: t('dashboard.setUp.password'),
    detail: t('dashboard.setUp.passwordText'),
    to: `${ACCOUNT_PATH}#password`,
    page: ACCOUNT_PATH,
  },
  second_factor: {
    text: t('dashboard.setUp.secondFactor'),
    detail: t('dashboard.setUp.secondFactorText'),
    to: `${ACCOUNT_PATH}#second-factor`,
    page: ACCOUNT_PATH,
  },
}

/** The lines of what waits. The badges of the menu are the sums of these lines, so both always say the same. */
export function describeWaiting(waiting: Waiting): WaitingLines {
  const issues = waiting.issues.map((issue) => ({ issue, line: describeIssue(issue, waiting) }))
  return {
    now: [
      ...issues.filter(({ issue }) => issue.may_have_left).map(({ line }) => line),
      ...describeHandIns(waiting),
      ...describeHealth(waiting),
      ...describeUnsaved(waiting, { isConflict: true }),
      ...waiting.missed.map((schedule) => ({
        text: t('dashboard.waiting.missed', { title: nameOf(schedule.article) }),
        detail: describeSchedule(schedule),
        to: editArticlePath(schedule.article),
        page: DRAFTS_PATH,
        count: 1,
      })),
      ...describeChangedSources(waiting),
      ...issues.filter(({ issue }) => isStuck(issue) && !issue.may_have_left).map(({ line }) => line),
      ...waiting.uncertain.map(({ id, subject, count }) => ({
        text: t('dashboard.waiting.uncertain', { count, shown: showCount(count), subject: subject ?? '' }),
        detail: t('dashboard.waiting.uncertainText'),
        to: issuePath(id),
        page: NEWSLETTER_PATH,
        count,
      })),
      ...describeBackup(waiting),
      ...describeMails(waiting),
      ...describeTranslations(waiting),
      ...describeUnsaved(waiting, { isConflict: false }),
      ...describeDrafts(waiting),
    ],
    soon: [
      ...describePlanned(waiting),
      ...issues.filter(({ issue }) => !isStuck(issue)).map(({ line }) => line),
      ...describeMissingIssue(waiting),
    ],
    setUp: waiting.setUp.map((gap) => ({ ...SET_UP[gap], count: 1 })),
  }
}

/** That something is wrong with what runs the site, in one line. */
function describeHealth({ backup, health }: Waiting): WaitingLine[] {
  const { failed_jobs, processes_gone } = health
  // A backup that failed or is missing has a line of its own.
  const faults = health.faults.filter((kind) => !backup || kind !== 'backup')
  const wrong = [
    ...faults.map(nameOfFault),
    ...(failed_jobs > 0 ? [t('dashboard.health.jobs', { count: failed_jobs })] : []),
    ...(processes_gone > 0 ? [t('dashboard.health.processes', { count: processes_gone })] : []),
  ]
  if (wrong.length === 0) return []
  return [
    {
      text: t('dashboard.health'),
      detail: wrong.join(' · '),
      to: SYSTEM_PATH,
      page: SYSTEM_PATH,
      count: faults.length + Number(failed_jobs > 0) + processes_gone,
    },
  ]
}

/** Articles whose sources were corrected or withdrawn; an editor looks at them in the form, and says so there. */
function describeChangedSources({ changedSources }: Waiting): WaitingLine[] {
  return changedSources.map(({ article, outlets, is_withdrawn }) => ({
    text: t(is_withdrawn ? 'dashboard.waiting.sourceWithdrawn' : 'dashboard.waiting.sourceChanged', {
      title: nameOf(article),
    }),
    detail: outlets.join(', '),
    to: `${editArticlePath(article)}#sources`,
    page: ARTICLES_PATH,
    count: 1,
  }))
}

/** How much waits on each page of the menu, by its address. */
export function countByPage({ now, soon, setUp }: WaitingLines): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { page, count } of [...now, ...soon, ...setUp]) {
    if (count > 0) counts.set(page, (counts.get(page) ?? 0) + count)
  }
  return counts
}

function describeTranslations({ toReview, toReviewIn, unread, failed, stale }: Waiting): WaitingLine[] {
  const links = toReviewIn.map(({ language, count }) => ({
    label: t('dashboard.waiting.inLanguage', { language: languageName(language), shown: showCount(count) }),
    to: `${TO_REVIEW_PATH}?language=${language}`,
  }))
  const { published, drafts } = failed
  const live = Math.min(
    unread.reduce((sum, { count }) => sum + count, 0),
    MOST_COUNTED,
  )
  const filled = (count: number) => ({ count, shown: showCount(count) })
  return [
    {
      text: t('dashboard.waiting.toReview', filled(toReview)),
      count: toReview,
      to: links.length === 1 && links[0] ? links[0].to : TO_REVIEW_PATH,
      links,
    },
    {
      text: t('dashboard.waiting.failed', filled(published)),
      count: published,
      to: coveragePath({ state: 'failed' }),
    },
    {
      text: t('dashboard.waiting.failedDrafts', filled(drafts)),
      count: drafts,
      to: coveragePath({ state: 'failed', age: 'drafts' }),
    },
    { text: t('dashboard.waiting.stale', filled(stale)), count: stale, to: coveragePath({ state: 'stale' }) },
    {
      text: t('dashboard.waiting.unread', filled(live)),
      count: live,
      to: coveragePath({ state: 'unread' }),
      links: unread.map(({ language, count }) => ({
        label: t('dashboard.waiting.inLanguage', {
          language: languageName(language),
          shown: showCount(count),
        }),
        to: coveragePath({ state: 'unread', language }),
      })),
    },
  ]
    .filter(({ count }) => count > 0)
    .map((line) => ({ ...line, page: TRANSLATIONS_PATH }))
}

function describeBackup({ backup }: Waiting): WaitingLine[] {
  if (!backup) return []
  const time = MINUTE.format(new Date(backup.began_at))
  return [
    {
      text: t(
        backup.kind === 'failed' ? 'dashboard.waiting.backupFailed' : 'dashboard.waiting.backupMissing',
      ),
      detail: t(
        backup.kind === 'failed'
          ? 'dashboard.waiting.backupFailedText'
          : 'dashboard.waiting.backupMissingText',
        { time },
      ),
      to: BACKUPS_PATH,
      page: SYSTEM_PATH,
      count: 1,
    },
  ]
}

function describeMails({ mails: count }: Waiting): WaitingLine[] {
  if (count === 0) return []
  return [
    {
      text: t('dashboard.waiting.mails', { count, shown: showCount(count) }),
      detail: t('dashboard.waiting.mailsText'),
      to: `${OUTBOX_PATH}?status=${TROUBLED}`,
      page: OUTBOX_PATH,
      count,
    },
  ]
}
