import { t } from '#app/admin/kit/messages.ts'
import {
  BACKUPS_PATH,
  MODEL_SETTINGS_PATH,
  RECORDINGS_PATH,
  SYSTEM_QUEUE_PATH,
} from '#app/admin/kit/paths.ts'
import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'
import type { SetUpGap } from '#core/domain/dashboard.ts'
import type {
  SystemChecks,
  SystemFault,
  SystemFinding,
  SystemProcess,
  SystemState,
} from '#core/domain/system.ts'

/** Something that is wrong or to be decided, with what to do about it. */
export interface Wrong {
  /** The id of what it is about. */
  id: string
  tone: 'problem' | 'decision' | 'warning'
  text: string
  detail?: string
  advice?: string
  link?: { to: string; label: string }
}

const FAULTS: Record<string, string> = {
  database: t('system.fault.database'),
  disk: t('system.fault.disk'),
  mail: t('system.fault.mail'),
  model: t('system.fault.model'),
  storage: t('system.fault.storage'),
  clock: t('system.fault.clock'),
  backup: t('system.fault.backup'),
}

/** The pages of the desk where something is done about what a check finds. */
const LINKS: Record<string, NonNullable<Wrong['link']>> = {
  mail: { to: settingsPath(SECTIONS.mail), label: t('system.mail.settings') },
  model: { to: MODEL_SETTINGS_PATH, label: t('system.model.settings') },
  backups: { to: BACKUPS_PATH, label: t('system.storage.toBackups') },
  recordings: { to: RECORDINGS_PATH, label: t('system.recordings.look') },
}

const linkOf = (check: string) => LINKS[check] && { link: LINKS[check] }

/** The check of backups finds the same, as a warning. */
const UNDECIDED_BACKUPS: Wrong = {
  id: 'decide-backups',
  tone: 'decision',
  text: t('dashboard.setUp.backups'),
  advice: t('dashboard.setUp.backupsText'),
  ...linkOf('backups'),
}

export const nameOfFault = (kind: string): string => FAULTS[kind] ?? kind

/**
 * Everything that is wrong, what does not work first, and what the dashboard lists as not set up. Before the checks have ended, what they
 * would find is missing.
 */
export function listWrong(
  state: SystemState,
  checks: SystemChecks | undefined,
  gaps: readonly SetUpGap[] = [],
  now = new Date(),
): Wrong[] {
  const isUndecided = gaps.includes('backups')
  const faults = state.faults.filter(({ ended_at }) => ended_at === null)
  const lasts = (name: string) => faults.some(({ kind }) => checkOf(kind) === name)
  const findings = (checks?.findings ?? []).filter(
    ({ name, state }) => !(isUndecided && name === 'backups' && state === 'warning'),
  )
  const wrong = [
    // A check that finds the same says what to do.
    ...faults.map((fault) => ({
      ...describeFault(fault, now),
      ...pickAdvice(findings.find(({ name }) => name === checkOf(fault.kind))),
    })),
    ...state.processes.filter(({ is_gone }) => is_gone).map((process) => describeGone(process, now)),
    ...describeJobs(state),
    ...(lasts('mail') ? [] : describeMail(state, now)),
    ...describeVersions(state.processes),
    ...(isUndecided ? [UNDECIDED_BACKUPS] : []),
    ...findings.filter(({ name }) => !lasts(name)).flatMap(describeFinding),
  ]
  return wrong.toSorted((a, b) => Number(b.tone === 'problem') - Number(a.tone === 'problem'))
}

/** The check that finds the same as a fault. */
const checkOf = (kind: string) => (kind === 'backup' ? 'backups' : kind)

const pickAdvice = (finding: SystemFinding | undefined) => finding?.advice && { advice: finding.advice }

function describeFault(fault: SystemFault, now: Date): Wrong {
  const { kind, since, times, request_id, message } = fault
  return {
    id: `fault-${kind}`,
    tone: 'problem',
    text: t('system.fault.lasts', { name: nameOfFault(kind), message }),
    detail: [
      t('system.fault.since', { since: formatTime(since, now), count: times }),
      ...(request_id ? [t('system.request', { id: request_id })] : []),
    ].join(' '),
    ...linkOf(checkOf(kind)),
  }
}

function describeGone({ id, host, pid, seen_at }: SystemProcess, now: Date): Wrong {
  return {
    id: `process-${id}`,
    tone: 'problem',
    text: t('system.gone', { pid, host }),
    detail: t('system.gone.since', { since: formatTime(seen_at, now) }),
    advice: t('system.gone.advice'),
  }
}

function describeJobs({ failed_count: count }: SystemState): Wrong[] {
  if (count === 0) return []
  return [
    {
      id: 'jobs',
      tone: 'problem',
      text: t('system.jobs.failed', { count }),
      link: { to: SYSTEM_QUEUE_PATH, label: t('system.jobs.look') },
    },
  ]
}

function describeMail({ mail: { trouble } }: SystemState, now: Date): Wrong[] {
  if (!trouble) return []
  return [
    {
      id: 'mail',
      tone: 'problem',
      text: t('system.mail.trouble', { message: trouble.reason }),
      detail: t('system.mail.troubleSince', { at: formatTime(trouble.at, now) }),
      ...linkOf('mail'),
    },
  ]
}

function describeVersions(processes: readonly SystemProcess[]): Wrong[] {
  const versions = [...new Set(processes.filter(({ is_gone }) => !is_gone).map(({ version }) => version))]
  if (versions.length < 2) return []
  return [
    {
      id: 'versions',
      tone: 'warning',
      text: t('system.versions.several', { versions: versions.toSorted().join(', ') }),
      advice: t('system.versions.severalAdvice'),
    },
  ]
}

const CHECKS: Record<string, string> = {
  site: t('system.check.site'),
  address: t('system.check.address'),
  proxies: t('system.check.proxies'),
  database: t('system.check.database'),
  schema: t('system.check.schema'),
  held: t('system.check.held'),
  worker: t('system.check.worker'),
  mail: t('system.check.mail'),
  model: t('system.fault.model'),
  storage: t('system.check.storage'),
  backups: t('system.check.backups'),
  recordings: t('system.check.recordings'),
  disk: t('system.check.disk'),
  permissions: t('system.check.permissions'),
  clock: t('system.check.clock'),
}

export const nameOfCheck = (name: string): string => CHECKS[name] ?? name

function describeFinding({ name, state, found, advice }: SystemFinding): Wrong[] {
  // The failed jobs are listed already.
  if (state === 'ok' || (name === 'worker' && state === 'warning')) return []
  return [
    {
      id: `check-${name}`,
      tone: state,
      text: `${nameOfCheck(name)}: ${found}`,
      ...(advice && { advice }),
      ...linkOf(name),
    },
  ]
}

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment, of today without the day. */
export function formatTime(iso: string, now = new Date()): string {
  const moment = new Date(iso)
  return (moment.toDateString() === now.toDateString() ? TIME : MINUTE).format(moment)
}

/** The name of a job or of a limit as words. */
export const inWords = (name: string): string => {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
