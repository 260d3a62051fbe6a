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

/** Work that takes so long. */
const taking = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('who has used least is next, however long others have waited', async () => {
  const { begun, work, endFirst } = createWork()
  const turns = createFairQueue({ atOnce: 1, maxWaitMs: 60_000 })
  for (const [key, ms] of [
    ['ada', 300],
    ['grace', 100],
    ['hedy', 200],
  ] as const) {
    void turns.run(key, taking(ms), isWanted)
    await vi.advanceTimersByTimeAsync(ms)
  }
  void turns.run('zoe', work('zoe'), isWanted)
  for (const key of ['ada', 'grace', 'hedy', 'new']) void turns.run(key, work(key), isWanted)
  for (let n = 0; n < 5; n++) await endFirst()
  expect(begun).toEqual(['zoe', 'new', 'grace', 'hedy', 'ada'])
})

test('one client never has more than half of the places', async () => {
  const { begun, work } = createWork()
  const turns = createFairQueue({ atOnce: 6, maxWaitMs: 1_000 })
  for (let n = 1; n <= 9; n++) void turns.run('ada', work(`ada ${n}`), isWanted).catch(() => {})
  expect(begun).toEqual(['ada 1', 'ada 2', 'ada 3'])
})

test('all clients that are over their budget share half of the places, and leave the others free', async () => {
  const { begun, work, endFirst } = createWork()
  const turns = createFairQueue({ atOnce: 6, maxWaitMs: 60_000, budgetMs: 2_000 })
  // Running work counts as well: at the third second all six places are of clients that are over their budget.
  const long = ['ada', 'grace'].flatMap((key) => [1, 2, 3].map(() => turns.run(key, taking(3_000), isWanted)))
  await vi.advanceTimersByTimeAsync(2_500)
  for (const key of ['ada', 'grace'])
    for (const n of [1, 2]) void turns.run(key, work(`${key} ${n}`), isWanted)
  await vi.advanceTimersByTimeAsync(500)
  await Promise.all(long)
  expect(begun).toEqual(['ada 1', 'grace 1'])
  for (const key of ['hedy', 'ida', 'mary', 'zoe']) void turns.run(key, work(key), isWanted)
  expect(begun.slice(2)).toEqual(['hedy', 'ida', 'mary', 'zoe'])
  await endFirst()
  expect(begun.at(-1)).toBe('ada 2')
})

test('a place that rests stays empty after a work for as long as it took, three seconds at most, and others are used meanwhile', async () => {
  const { begun, work, endFirst } = createWork()
  const turns = createFairQueue({ atOnce: { slow: 1, quick: 1 }, maxWaitMs: 60_000, resting: ['slow'] })
  void turns.run('ada', taking(2_000), isWanted, 'slow')
  await vi.advanceTimersByTimeAsync(2_000)
  void turns.run('grace', work('slow'), isWanted, 'slow')
  void turns.run('grace', work('quick'), isWanted, 'quick')
  await vi.advanceTimersByTimeAsync(1_900)
  expect(begun).toEqual(['quick'])
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toEqual(['quick', 'slow'])
  void turns.run('hedy', work('slow again'), isWanted, 'slow')
  await vi.advanceTimersByTimeAsync(5_000)
  await endFirst()
  await endFirst()
  await vi.advanceTimersByTimeAsync(2_000)
  void turns.run('ida', work('urgent'), isWanted, 'slow', { isUrgent: true })
  await endFirst()
  await vi.advanceTimersByTimeAsync(900)
  expect(begun).toEqual(['quick', 'slow', 'urgent'])
  await vi.advanceTimersByTimeAsync(100)
  expect(begun.at(-1)).toBe('slow again')
})

test('urgent work of a client who has used much waits for a place that rests, so that others get it', async () => {
  const { begun, work } = createWork()
  const turns = createFairQueue({ atOnce: { slow: 1 }, maxWaitMs: 60_000, budgetMs: 500, resting: ['slow'] })
  for (let n = 0; n < 8; n++) void turns.run('ada', taking(2_000), isWanted, 'slow', { isUrgent: true })
  void turns.run('grace', work('grace'), isWanted, 'slow')
  await vi.advanceTimersByTimeAsync(8_000)
  expect(begun).toEqual(['grace'])
})

test('what a client has used comes back with time', async () => {
  const { begun, work } = createWork()
  const turns = createFairQueue({ atOnce: 3, perKey: 2, maxWaitMs: 60_000, budgetMs: 2_000 })
  void turns.run('ada', taking(3_000), isWanted)
  await vi.advanceTimersByTimeAsync(3_000)
  for (const n of [1, 2]) void turns.run('ada', work(`now ${n}`), isWanted).catch(() => {})
  expect(begun).toEqual(['now 1'])
  const later = createFairQueue({ atOnce: 3, perKey: 2, maxWaitMs: 60_000, budgetMs: 2_000 })
  void later.run('ada', taking(3_000), isWanted)
  await vi.advanceTimersByTimeAsync(3_000 + 21_000)
  for (const n of [1, 2]) void later.run('ada', work(`later ${n}`), isWanted)
  expect(begun).toEqual(['now 1', 'later 1', 'later 2'])
})

test('nobody is over the budget for longer than some minutes, whatever was used', async () => {
  const { begun, work } = createWork()
  const turns = createFairQueue({ atOnce: 6, maxWaitMs: 60_000, budgetMs: 2_000 })
  void turns.run('ada', taking(3_600_000), isWanted)
  await vi.advanceTimersByTimeAsync(3_600_000 + 301_000)
  for (const n of [1, 2]) void turns.run('ada', work(`ada ${n}`), isWanted)
  expect(begun).toEqual(['ada 1', 'ada 2'])
})

test('a network is charged for all of its clients', async () => {
  const { begun, work } = createWork()
  const turns = createFairQueue({ atOnce: 3, maxWaitMs: 60_000, budgetMs: 2_000 })
  for (let n = 0; n < 12; n++) {
    void turns.run([`2001:db8::${n}`, '2001:db8::/48'], taking(1_000), isWanted)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  for (const n of [20, 21]) void turns.run([`2001:db8::${n}`, '2001:db8::/48'], work(`inside ${n}`), isWanted)
  void turns.run(['2001:db9::1', '2001:db9::/48'], work('outside'), isWanted)
  expect(begun).toEqual(['inside 20', 'outside'])
})

test('new clients of a network that has used much are not next before others', async () => {
  const { begun, work, endFirst } = createWork()
  const turns = createFairQueue({ atOnce: 1, maxWaitMs: 60_000 })
  void turns.run(['2001:db8::1', '2001:db8::/48'], taking(4_000), isWanted)
  await vi.advanceTimersByTimeAsync(4_000)
  void turns.run('zoe', work('zoe'), isWanted)
  for (const n of [2, 3]) void turns.run([`2001:db8::${n}`, '2001:db8::/48'], work(`inside ${n}`), isWanted)
  void turns.run(['2001:db9::1', '2001:db9::/48'], work('outside'), isWanted)
  await endFirst()
  expect(begun).toEqual(['zoe', 'outside'])
})

test('each kind of place is shared apart, but what was used in one counts in the other', async () => {
  const { begun, work } = createWork()
  const atOnce = { reading: 2, writing: 2 }
  const turns = createFairQueue({ atOnce, maxWaitMs: 60_000, budgetMs: 2_000 })
  void turns.run('ada', taking(3_000), isWanted, 'reading')
  await vi.advanceTimersByTimeAsync(3_000)
  void turns.run('grace', taking(3_000), isWanted, 'reading')
  await vi.advanceTimersByTimeAsync(3_000)
  for (const key of ['ada', 'grace', 'hedy'])
    for (const place of ['reading', 'writing']) void turns.run(key, work(`${key} ${place}`), isWanted, place)
  expect(begun).toEqual(['ada reading', 'ada writing', 'hedy reading', 'hedy writing'])
})

test('what a client has left of its budget counts what runs, and is what its network has left if that is less', async () => {
  const turns = createFairQueue({ atOnce: 6, maxWaitMs: 60_000, budgetMs: 2_000 })
  const left = () => [
    turns.leftMs(['ada']),
    turns.leftMs(['grace', 'network']),
    turns.leftMs(['hedy', 'network']),
  ]
  void turns.run('ada', taking(3_000), isWanted)
  void turns.run(['grace', 'network'], taking(3_000), isWanted)
  await vi.advanceTimersByTimeAsync(1_200)
  expect(left()).toEqual([800, 800, 1_700])
  await vi.advanceTimersByTimeAsync(1_800)
  expect(left()).toEqual([0, 0, 1_250])
  await vi.advanceTimersByTimeAsync(24_000)
  expect(left()).toEqual([200, 200, 2_000])
})
