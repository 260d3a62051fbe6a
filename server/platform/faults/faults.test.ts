import { expect, test } from 'vitest'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'
import { createFaults, type FaultKind, reportFault } from '#server/platform/faults/faults.ts'
import { createLog } from '#server/platform/log.ts'
import { textLine } from '#server/platform/log-line.ts'
import { withRequestId } from '#server/platform/request-id.ts'

const REFUSED = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

function openFaults() {
  const clock = { at: 1_000 }
  const lines: string[] = []
  const faults = createFaults({ now: () => clock.at })
  faults.logTo({
    ...createLog('silent'),
    error: (line) => void lines.push(`error ${line}`),
    warn: (line) => void lines.push(`warn ${line}`),
  })
  return { faults, lines, clock }
}

test('a fault is logged at once, then once a minute with the number of times since, and when it has ended', () => {
  const { faults, lines, clock } = openFaults()
  for (let n = 0; n < 1_000; n++) faults.report('database', REFUSED)
  clock.at += 59_999
  faults.report('database', REFUSED)
  clock.at += 1
  faults.report('database', REFUSED)
  clock.at += 1_500
  faults.end('database')
  faults.end('database')
  expect(lines).toEqual([
    'error The database cannot be reached: nothing accepts connections at its address (ECONNREFUSED)',
    'error The database cannot be reached (1000 more times since the last line): nothing accepts connections at its address (ECONNREFUSED)',
    'warn The database is reached again, after 61.5 seconds.',
  ])
})

test('a fault that comes and goes is logged no more often, and stays one', () => {
  const { faults, lines, clock } = openFaults()
  for (let n = 0; n < 500; n++) {
    faults.report('mail', new Error('no'))
    clock.at += 50
    faults.end('mail')
    clock.at += 50
  }
  expect(lines).toEqual(['error Mail cannot be sent: no', 'warn Mail is sent again, after 0.1 seconds.'])
  expect(faults.list()).toMatchObject([{ kind: 'mail', count: 500 }])
})

test('kinds are counted apart', () => {
  const { faults, lines } = openFaults()
  faults.report('mail', new Error('a'))
  faults.report('model', new Error('b'))
  faults.end('mail')
  expect(lines).toHaveLength(3)
  expect(faults.list().map(({ kind, endedAt }) => [kind, endedAt === null])).toEqual([
    ['model', true],
    ['mail', false],
  ])
  expect([faults.isLasting('mail'), faults.isLasting('model')]).toEqual([false, true])
})

test('what ended is remembered for a day, and not more than twenty', () => {
  const { faults, clock } = openFaults()
  const once = (kind: FaultKind) => {
    faults.report(kind, new Error('x'))
    faults.end(kind)
    clock.at += 60_000
  }
  for (let n = 0; n < 30; n++) once('storage')
  expect(faults.list()).toHaveLength(20)
  clock.at += 24 * 60 * 60 * 1000 - 5 * 60_000
  expect(faults.list()).toHaveLength(4)
})

test('the last error and the last request are remembered, as short as a line and without secrets', () => {
  const { faults } = openFaults()
  withRequestId('r-1', () => faults.report('mail', new Error('550 <eva@example.org>: unknown\nat line two')))
  faults.report('mail', `key re_12345678abc ${'x'.repeat(1_000)}`)
  const [fault] = faults.list()
  expect(fault).toMatchObject({ count: 2, requestId: 'r-1', endedAt: null })
  expect(fault?.error).toMatch(/^key \[secret\] x+…$/)
  expect(fault?.error.length).toBe(301)
})

test('the code of a cause is told in words', () => {
  const { faults } = openFaults()
  faults.report('model', new TypeError('fetch failed', { cause: REFUSED }))
  faults.report(
    'disk',
    Object.assign(new Error("ENOSPC: no space left on device, write '/srv/x'"), { code: 'ENOSPC' }),
  )
  faults.report('backup', new AggregateError([REFUSED], ''))
  expect(faults.list().map(({ error }) => error)).toEqual([
    'nothing accepts connections at its address (ECONNREFUSED)',
    'the disk is full (ENOSPC)',
    'AggregateError',
  ])
})

test('an error that was reported, or was caused by it, is logged again at level debug only', () => {
  const error = new Error('away')
  const written: string[] = []
  const log = createLog('debug', {
    format: (event) => {
      written.push(textLine(event).slice(25, 40))
      return ''
    },
  })
  reportFault('backup', error)
  log.error('GET /', error)
  log.error('GET /', new Error('failed', { cause: error }))
  log.error('GET /', new Error('another'))
  expect(written).toEqual(['debug GET /: Er', 'debug GET /: Er', 'error GET /: Er'])
})

test.each([
  ['Query read timeout', 'there was no answer in time'],
  ['timeout exceeded when trying to connect', 'there was no answer in time'],
  ['Connection terminated due to connection timeout', 'there was no answer in time'],
  ['Connection terminated unexpectedly', 'the connection was cut'],
])('what the database driver calls %s is said in words', (message, words) => {
  const { faults } = openFaults()
  faults.report('database', new Error(message))
  expect(faults.list()).toMatchObject([{ error: words }])
})

test('what has no cause of its own ends the search for one', () => {
  const { faults } = openFaults()
  const circular = new Error('round')
  circular.cause = circular
  for (const thrown of [circular, null, undefined, 'text', 5]) expect(faults.includes(thrown)).toBe(false)
  faults.report('disk', null)
  expect(faults.list()).toMatchObject([{ error: 'null' }])
})

test.each([
  ['getaddrinfo ENOTFOUND smtp.example', 'its name is not known (ENOTFOUND)'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'nothing accepts connections at its address (ECONNREFUSED)'],
  [
    '407DE504187F0000:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../record.c:77:',
    'what answers there is not encrypted',
  ],
  [
    'unable to verify the first certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
    'no authority known here has signed its certificate',
  ],
  ['self-signed certificate', 'no public authority has signed its certificate'],
  [
    "Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames",
    'its certificate is for another name',
  ],
  ['certificate has expired', 'its certificate has expired'],
  ['550 no such user', '550 no such user'],
])('what a library says, %s, is said in words', (message, words) => {
  expect(inPlainWords(Object.assign(new Error(message), { code: 'ESOCKET' }))).toBe(words)
})
