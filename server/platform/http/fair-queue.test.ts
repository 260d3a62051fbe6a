import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairQueue } from '#server/platform/http/fair-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const isWanted = () => true

/** Work that records when it starts, and ends when the test says so. */
function createWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.push(() => resolve(name)))
  }
  const endFirst = async () => {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { begun, work, endFirst }
}

test('a key may run some work at once, and other keys need not wait for the rest of it', async () => {
  const { begun, work } = createWork()
  const turns = createFairQueue({ atOnce: 3, perKey: 2, maxWaitMs: 1_000 })
  for (const name of ['ada 1', 'ada 2', 'ada 3']) void turns.run('ada', work(name), isWanted).catch(() => {})
  void turns.run('grace', work('grace 1'), isWanted)
  expect(begun).toEqual(['ada 1', 'ada 2', 'grace 1'])
})

test('waiting keys take turns, however many requests one of them has', async () => {
  const { begun, work, endFirst } = createWork()
  const turns = createFairQueue({ atOnce: 2, perKey: 2, maxWaitMs: 1_000 })
  for (let n = 1; n <= 5; n++) void turns.run('ada', work(`ada ${n}`), isWanted)
  for (let n = 1; n <= 2; n++) void turns.run('grace', work(`grace ${n}`), isWanted)
  for (let n = 0; n < 5; n++) await endFirst()
  expect(begun).toEqual(['ada 1', 'ada 2', 'ada 3', 'grace 1', 'ada 4', 'grace 2', 'ada 5'])
})

test('work whose client has gone when its turn comes is not run', async () => {
  const { begun, work, endFirst } = createWork()
  const turns = createFairQueue({ atOnce: 1, perKey: 1, maxWaitMs: 1_000 })
  void turns.run('ada', work('first'), isWanted)
  const gone = turns.run('ada', work('gone'), () => false)
  void turns.run('ada', work('last'), isWanted)
  const refused = expect(gone).rejects.toMatchObject({ reason: 'unwanted' })
  await endFirst()
  await refused
  expect(begun).toEqual(['first', 'last'])
})

test('work that waits too long is refused and not run later', async () => {
  const { begun, work, endFirst } = createWork()
  const turns = createFairQueue({ atOnce: 1, perKey: 1, maxWaitMs: 1_000 })
  void turns.run('ada', work('first'), isWanted)
  const late = expect(turns.run('grace', work('late'), isWanted)).rejects.toMatchObject({ reason: 'late' })
  await vi.advanceTimersByTimeAsync(1_000)
  await late
  await endFirst()
  await turns.run('hedy', async () => begun.push('next'), isWanted)
  expect(begun).toEqual(['first', 'next'])
})

test('after work that fails the next one starts', async () => {
  const turns = createFairQueue({ atOnce: 1, perKey: 1, maxWaitMs: 1_000 })
  const failed = turns.run('ada', () => Promise.reject(new Error('refused')), isWanted)
  const next = turns.run('ada', () => Promise.resolve('done'), isWanted)
  await expect(failed).rejects.toThrow('refused')
  expect(await next).toBe('done')
})
