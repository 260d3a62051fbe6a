import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinBursts } from '#app/admin/live/join-bursts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function record() {
  const runs: string[] = []
  const bursts = joinBursts<string>(async (items) => void runs.push([...items].join()), 300)
  return { runs, bursts }
}

test('the first change runs at once, and those that follow closely run together after a pause', async () => {
  const { runs, bursts } = record()
  bursts.add(['a'])
  expect(runs).toEqual(['a'])
  for (const item of ['b', 'c', 'b']) bursts.add([item])
  await vi.advanceTimersByTimeAsync(299)
  expect(runs).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toEqual(['a', 'b,c'])
})

test('after a pause without changes the next one runs at once again', async () => {
  const { runs, bursts } = record()
  bursts.add(['a'])
  await vi.advanceTimersByTimeAsync(300)
  bursts.add(['a'])
  expect(runs).toEqual(['a', 'a'])
})

test('a run that takes long is waited for, but not forever', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const bursts = joinBursts<string>(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }, 300)
  bursts.add(['a'])
  bursts.add(['b'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toHaveLength(2)
  bursts.add(['c'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toHaveLength(3)
})

test('after the end nothing runs', async () => {
  const { runs, bursts } = record()
  bursts.add(['a'])
  bursts.add(['b'])
  bursts.stop()
  bursts.add(['c'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs).toEqual(['a'])
})
