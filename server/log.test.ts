import { expect, test, vi } from 'vitest'
import { createLog, type LogLevel } from '#server/log.ts'

/** The lines that reach the terminal at a level, without their times. */
function linesAt(level: LogLevel, say: (log: ReturnType<typeof createLog>) => void): string[] {
  const written: string[] = []
  const stream = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  say(createLog(level))
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
