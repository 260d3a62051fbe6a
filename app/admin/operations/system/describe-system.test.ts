import { expect, test } from 'vitest'
import { formatTime, inWords, listWrong } from '#app/admin/operations/system/describe-system.ts'
import type { SystemFault, SystemFinding, SystemProcess, SystemState } from '#core/domain/system.ts'

const NOW = new Date('2026-11-27T12:00:00Z')

const fine: SystemState = {
  versions: { program: '1.0.0', schema: '1.0.0 0a1b2c3', postgres: '18.1', node: '24.0.0' },
  update: { is_allowed: false, asked_at: null, version: null, changelog: null, problem: null },
  processes: [],
  jobs: [],
  failed: [],
  failed_count: 0,
  database_bytes: 1,
  files: { count: 0, bytes: 0, where: '/data' },
  mail: { where: 'smtp', leaves: true, trouble: null },
  model: { name: null },
  faults: [],
  slow: [],
  errors: [],
  limits: [],
}

const fault: SystemFault = {
  kind: 'mail',
  since: '2026-11-27T11:00:00Z',
  last_at: '2026-11-27T11:59:00Z',
  times: 14,
  message: 'there was no answer in time',
  request_id: 'r-1',
  ended_at: null,
}

const process: SystemProcess = {
  id: 'p',
  host: 'web1',
  folder: '/data',
  pid: 7,
  role: 'serving',
  version: '1.0.0',
  started_at: '2026-11-26T12:00:00Z',
  seen_at: '2026-11-27T11:58:00Z',
  memory_bytes: 1,
  disk_free_bytes: null,
  disk_bytes: null,
  is_gone: false,
}

const wrongOf = (change: Partial<SystemState>, findings: SystemFinding[] = []) =>
  listWrong({ ...fine, ...change }, { at: NOW.toISOString(), findings }, [], NOW)

test('where nothing is wrong nothing is said, also of a fault that has ended', () => {
  const ended = { ...fault, ended_at: '2026-11-27T11:59:30Z' }
  expect(wrongOf({ faults: [ended], processes: [process] })).toEqual([])
  expect(wrongOf({}, [{ name: 'disk', state: 'ok', found: 'There is room.' }])).toEqual([])
})

test('a fault is said once, with the advice of the check that finds the same', () => {
  const trouble = { at: '2026-11-27T11:58:00Z', reason: '421 try later' }
  const finding: SystemFinding = {
    name: 'mail',
    state: 'problem',
    found: 'No answer.',
    advice: 'Look there.',
  }
  const [first, ...others] = wrongOf({ faults: [fault], mail: { ...fine.mail, trouble } }, [finding])
  expect(first).toMatchObject({ text: 'Mail: there was no answer in time', advice: 'Look there.' })
  expect(first?.detail).toMatch(/^Since .+, 14 times\. Request r-1$/)
  expect(others).toEqual([])
  expect(wrongOf({ mail: { ...fine.mail, trouble } })).toMatchObject([
    { text: 'Mail was not taken: 421 try later' },
  ])
})

test('what does not work comes before what only does not work as it should', () => {
  const list = wrongOf(
    {
      failed_count: 2,
      processes: [process, { ...process, version: '0.9.0' }, { ...process, is_gone: true }],
    },
    [
      { name: 'address', state: 'warning', found: 'Only from here.', advice: 'Set SITE_URL.' },
      { name: 'disk', state: 'problem', found: 'It is full.', advice: 'Free some space.' },
      { name: 'worker', state: 'warning', found: '2 jobs failed within a day: purge.', advice: 'Look.' },
    ],
  )
  expect(list.map(({ tone, text }) => `${tone}: ${text}`)).toEqual([
    'problem: The process 7 on web1 gives no sign of life',
    'problem: 2 jobs failed',
    'problem: Disk: It is full.',
    'warning: Processes of several versions run: 0.9.0, 1.0.0',
    'warning: Address: Only from here.',
  ])
})

test('times and names are words', () => {
  expect(formatTime(NOW.toISOString(), NOW)).toMatch(/^\d{1,2}:00\s[AP]M$/)
  expect(formatTime('2026-11-20T12:00:00Z', NOW)).toMatch(/^Nov 20, 2026/)
  expect(inWords('send-newsletter-notice')).toBe('Send newsletter notice')
})

test('backups that fail are said once, though the fault and the check have other names', () => {
  const advice = 'Look at Backups on the desk'
  const finding: SystemFinding = { name: 'backups', state: 'problem', found: 'A backup has failed', advice }
  const wrong = wrongOf({ faults: [{ ...fault, kind: 'backup' }] }, [finding])
  expect(wrong.map(({ id, advice }) => [id, advice])).toEqual([['fault-backup', advice]])
})
