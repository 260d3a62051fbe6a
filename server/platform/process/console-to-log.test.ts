import { afterEach, expect, test } from 'vitest'
import { createLog, redirectConsoleToLog } from '#server/platform/log.ts'

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
