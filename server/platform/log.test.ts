import { afterEach, expect, test, vi } from 'vitest'
import { createLog, type LogLevel, redirectConsoleToLog } from '#server/platform/log.ts'
import { jsonLine, textLine } from '#server/platform/log-line.ts'
import { withRequestId } from '#server/platform/request-id.ts'

/** The lines that reach the terminal at a level, without their times. */
function linesAt(level: LogLevel, say: (log: ReturnType<typeof createLog>) => void): string[] {
  const written: string[] = []
  const stream = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  say(createLog(level, { format: textLine }))
  stream.mockRestore()
  return written.map((line) => {
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /)
    return line.slice(25)
  })
}

function sayEverything(log: ReturnType<typeof createLog>) {
  log.debug('a')
  log.info('b')
  log.warn('c')
  log.error('d')
}

test.each<[LogLevel, string[]]>([
  ['debug', ['debug a\n', 'info b\n', 'warn c\n', 'error d\n']],
  ['info', ['info b\n', 'warn c\n', 'error d\n']],
  ['warn', ['warn c\n', 'error d\n']],
  ['error', ['error d\n']],
  ['silent', []],
])('at level %s it writes one line for each event of that level and above', (level, lines) => {
  expect(linesAt(level, sayEverything)).toEqual(lines)
})

test('an error is written with its stack, anything else that was thrown as text', () => {
  const error = new TypeError('broken')
  expect(linesAt('info', (log) => log.error('GET /', error))).toEqual([`error GET /: ${error.stack}\n`])
  expect(error.stack).toContain('log.test.ts')
  expect(linesAt('info', (log) => log.error('GET /', 'a string'))).toEqual(['error GET /: a string\n'])
  expect(linesAt('info', (log) => log.error('GET /', null))).toEqual(['error GET /: null\n'])
})

test('what could steer a terminal or write a line of its own is escaped', () => {
  const hostile = 'a\u001b[2Jb\rc\nd\te\u009bf\u2028g\u202eh\u007f'
  const escaped = 'a\\x1b[2Jb\\x0dc\\x0ad\\x09e\\x9bf\\u{2028}g\\u{202e}h\\x7f'
  expect(linesAt('debug', (log) => log.debug(hostile))).toEqual([`debug ${escaped}\n`])
  expect(linesAt('debug', (log) => log.error(hostile))).toEqual([`error ${escaped}\n`])
  expect(linesAt('info', (log) => log.info('Zürich, 東京, 👩‍🚀'))).toEqual([
    'info Zürich, 東京, 👩\\u{200d}🚀\n',
  ])
})

test('an error that quotes lines cannot pass them off as lines of the log', () => {
  const error = new Error('quoted\n2026-11-20T00:00:00.000Z error forged\u001b[31m')
  error.stack = `${error.stack?.split('\n    at ')[0]}\n    at here (file.ts:1:2)`
  expect(linesAt('info', (log) => log.error('GET /', error))).toEqual([
    'error GET /: Error: quoted\n    2026-11-20T00:00:00.000Z error forged\\x1b[31m\n    at here (file.ts:1:2)\n',
  ])
  const nothing = Object.assign(Object.create(null), { a: 'b\u001b' })
  expect(linesAt('info', (log) => log.error('GET /', nothing))).toEqual([
    "error GET /: [Object: null prototype] { a: 'b\\x1B' }\n",
  ])
})

test('a repeated error is written once in a minute, and then with the number of repeats', () => {
  let at = 0
  const written: string[] = []
  const stream = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text).slice(25))
    return true
  })
  const log = createLog('info', { now: () => at, format: textLine })
  for (let n = 0; n < 1000; n++) log.error(`GET /${n}`, 'the database is away')
  log.error('GET /other', 'another error')
  at += 60_000
  log.error('GET /later', 'the database is away')
  at += 60_000
  log.error('GET /last', 'the database is away')
  for (let n = 0; n < 3; n++) log.error('without a cause')
  stream.mockRestore()
  expect(written).toEqual([
    'error GET /0: the database is away\n',
    'error GET /other: another error\n',
    'error GET /later (and 999 more like it since the last one): the database is away\n',
    'error GET /last: the database is away\n',
    ...Array(3).fill('error without a cause\n'),
  ])
})

test('a line of JSON has the time, the level, the message, the stack and the request', () => {
  const written: string[] = []
  const stream = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  const log = createLog('info', { format: jsonLine })
  const error = new TypeError('broken')
  withRequestId('r-1', () => log.error('GET /\n{"level":"forged"}', error))
  log.info('outside')
  stream.mockRestore()
  expect(written.every((line) => line.endsWith('\n') && line.trim().split('\n').length === 1)).toBe(true)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(written.map((line) => JSON.parse(line))).toEqual([
    { time, level: 'error', message: 'GET /\n{"level":"forged"}', request_id: 'r-1', error: error.stack },
    { time, level: 'info', message: 'outside' },
  ])
})

test('a line of text names the request before what was thrown', () => {
  expect(linesAt('info', (log) => withRequestId('r-2', () => log.error('GET /', 'why')))).toEqual([
    'error GET / [r-2]: why\n',
  ])
})

test.each([
  ['the mail to eva.müller+news@post.example.org was refused', 'the mail to [address] was refused'],
  ['550 <eva@example.org>: unknown', '550 <[address]>: unknown'],
  ['Key (email)=(eva@example.org) exists', 'Key (email)=([address]) exists'],
  ['postgres://site:hunter2@db.example:5432/site', 'postgres://[credentials]@db.example:5432/site'],
  ['smtps://eva@example.org:pw@smtp.example.org', 'smtps://[credentials]@smtp.example.org'],
  ['apikey sb_secret_abcdefgh12345678', 'apikey [secret]'],
  ['GET /rest/v1/aiw_0123456789abcdefABCDEF', 'GET /rest/v1/[secret]'],
  ['key re_12345678abc, whsec_abcdefgh+/=', 'key [secret], [secret]'],
  ['authorization: Bearer abcdefgh.12345678', 'authorization: Bearer [token]'],
  ['token eyJhbGciOi.eyJzdWIiOiI.c2lnbmF0dXJl', 'token [token]'],
  ['/newsletter/confirm?lang=de&token=abc123&x=1', '/newsletter/confirm?lang=de&token=[secret]&x=1'],
  ['/admin/reset-password?code=123456', '/admin/reset-password?code=[secret]'],
  ['token eyJhbGciOi', 'token [token]'],
  ['/storage/eva%40example.org.png', '/storage/[address]'],
  ['authorization: Basic ZXZhOnB3', 'authorization: Basic [secret]'],
  ['{"password":"hunter2","a":1}', '{"password":"[secret]","a":1}'],
  ["{ token: 'abc', passphrase: 'de f' }", "{ token: '[secret]', passphrase: '[secret]' }"],
  ['an @mention, x@localhost and 3 @ 4', 'an @mention, x@localhost and 3 @ 4'],
])('%s is masked', (text, masked) => {
  expect(linesAt('info', (log) => log.info(text))).toEqual([`info ${masked}\n`])
  expect(linesAt('info', (log) => log.error('failed', text))).toEqual([`error failed: ${masked}\n`])
})

test('what is quoted at length is cut', () => {
  const [line = ''] = linesAt('info', (log) => log.error('failed', 'x'.repeat(1_000_000)))
  expect(line).toHaveLength(16_000 + 'error failed:  …\n'.length)
})

const { error, warn, info } = console
afterEach(() => {
  Object.assign(console, { error, warn, info })
})

test('what libraries print becomes events of the log, with the stack of an error', () => {
  const events: unknown[][] = []
  const note =
    (level: string) =>
    (...event: unknown[]) => {
      events.push([level, ...event])
    }
  redirectConsoleToLog({
    ...createLog('silent'),
    error: note('error'),
    warn: note('warn'),
    info: note('info'),
  })
  const broken = new Error('broken')
  console.error(broken)
  console.error('while %s', 'rendering', broken)
  console.error({ code: '57014', message: 'canceling statement due to statement timeout, at some length' })
  console.warn('The path "%s" is odd', '/\u001b[31m')
  console.info('done')
  expect(events).toEqual([
    ['error', 'Unexpected error', broken],
    ['error', 'while rendering', broken],
    [
      'error',
      "{ code: '57014', message: 'canceling statement due to statement timeout, at some length' }",
      undefined,
    ],
    ['warn', 'The path "/\u001b[31m" is odd'],
    ['info', 'done'],
  ])
})
