import { expect, test } from 'vitest'
import { type RunQueued, startSingleFlight } from '#server/features/pages/page-cache/single-flight.ts'

const atOnce: RunQueued = (work) => work()
const never: RunQueued = () => new Promise(() => {})
const refused: RunQueued = () => Promise.reject(new Error('its turn did not come in time'))

test('work runs once for all callers, when the first of them leaves its queue', async () => {
  let times = 0
  const shared = startSingleFlight(
    async () => ++times,
    () => {},
  )
  const first = shared.join(never)
  expect(await shared.join(atOnce)).toBe(1)
  expect(await first).toBe(1)
  expect(await shared.join(atOnce)).toBe(1)
})

test('whose turn does not come is refused, and others still wait for theirs', async () => {
  let ended = 0
  const begin = Promise.withResolvers<void>()
  const shared = startSingleFlight(
    async () => 'done',
    () => {
      ended += 1
    },
  )
  const later = shared.join(async (work) => {
    await begin.promise
    return work()
  })
  await expect(shared.join(refused)).rejects.toThrow('its turn did not come in time')
  expect(ended).toBe(0)
  begin.resolve()
  expect(await later).toBe('done')
  expect(ended).toBe(1)
})

test('work for which no caller waits any more has ended', async () => {
  let ended = 0
  const shared = startSingleFlight(
    async () => 'done',
    () => {
      ended += 1
    },
  )
  await expect(shared.join(refused)).rejects.toThrow()
  expect(ended).toBe(1)
})

test('work that fails, fails for all callers', async () => {
  const shared = startSingleFlight(
    () => Promise.reject(new Error('the database is away')),
    () => {},
  )
  const first = shared.join(never)
  await expect(shared.join(atOnce)).rejects.toThrow('the database is away')
  await expect(first).rejects.toThrow('the database is away')
})
