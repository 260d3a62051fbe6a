import { t } from '#app/admin/kit/messages.ts'
import {
  ACCOUNT_PATH,
  BACKUPS_PATH,
  MODEL_SETTINGS_PATH,
  SETTINGS_PATH,
  SYSTEM_PATH,
} from '#app/admin/kit/paths.ts'
import type { WaitingLine } from '#app/admin/kit/room.ts'
import { describeTranslations } from '#app/admin/languages/waiting-translations.ts'
import { describeMails } from '#app/admin/mail/mail-queries.ts'
import {
  describeIssue,
  describeMissingIssue,
  describeUncertain,
  isStuck,
} from '#app/admin/newsletter/waiting-issues.ts'
import { describeBackup, describeHealth } from '#app/admin/operations/waiting-operations.ts'
import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'
import { STATEMENTS_STEP, setupPath } from '#app/admin/shell/setup/setup-steps.ts'
import {
  describeChangedSources,
  describeDrafts,
  describeHandIns,
  describeMissed,
  describePlanned,
  describeUnsaved,
} from '#app/admin/stories/waiting-articles.ts'
import type { SetUpGap, Waiting } from '#core/domain/dashboard.ts'

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
      ...describeMissed(waiting),
      ...describeChangedSources(waiting),
      ...issues.filter(({ issue }) => isStuck(issue) && !issue.may_have_left).map(({ line }) => line),
      ...describeUncertain(waiting),
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

/** Counts what waits on each page of the menu, by its address. */
export function countByPage({ now, soon, setUp }: WaitingLines): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { page, count } of [...now, ...soon, ...setUp]) {
    if (count > 0) counts.set(page, (counts.get(page) ?? 0) + count)
  }
  return counts
}
