import { expect, onTestFinished, test } from 'vitest'
import { endFault, hasFault, listFaults, reportFault } from '#server/platform/faults/faults.ts'
import { watchFaults } from '#server/platform/faults/watch-faults.ts'
import type { WriteProbe } from '#server/platform/http/write-probe.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'

const clockFaults = () => listFaults().filter(({ kind }) => kind === 'clock')

test.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])('a clock that goes %s by an hour is reported once, and is over', async (way, jump) => {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  const before = clockFaults()[0]?.count ?? 0
  let ahead = 0
  let looks = 0
  const watch = watchFaults(
    { sql: database.sql, probeWriting: async () => null },
    {
      wallClock: () => 1_800_000_000_000 + looks + ahead,
      steadyClock: () => looks++,
      lookMs: 5,
    },
  )
  onTestFinished(() => watch.stop())
  ahead = jump
  await expect.poll(() => clockFaults()[0]?.error).toBe(`it went ${way} by 3600 seconds`)
  const reported = looks
  await expect.poll(() => looks).toBeGreaterThan(reported + 10)
  expect(clockFaults()[0]?.count).toBe(before + 1)
  expect(hasFault('clock')).toBe(false)
})

test('a full disk is over once files and rows can be written again', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  let found: Awaited<ReturnType<WriteProbe>> = 'disk full'
  let probes = 0
  const probeWriting: WriteProbe = async () => {
    probes += 1
    return found
  }
  const watch = watchFaults({ sql: database.sql, probeWriting }, { lookMs: 5 })
  onTestFinished(() => watch.stop())
  onTestFinished(() => endFault('disk'))
  reportFault('disk', new Error('full'))
  await expect.poll(() => probes).toBeGreaterThan(3)
  expect(hasFault('disk')).toBe(true)
  found = null
  await expect.poll(() => hasFault('disk')).toBe(false)
  const { length } = listFaults()
  const after = probes
  reportFault('disk', new Error('full'))
  await expect.poll(() => probes).toBeGreaterThan(after)
  await expect.poll(() => hasFault('disk')).toBe(false)
  expect(listFaults()).toHaveLength(length)
})
