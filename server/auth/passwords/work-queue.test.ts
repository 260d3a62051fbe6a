import { expect, test, vi } from 'vitest'
import { BusyError, createWorkQueue } from '#server/auth/passwords/work-queue.ts'

/** Work that ends when it is told to, and remembers the order in which it started. */
function workByHand() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    end: (name: string) => ends.get(name)?.(),
    work: (name: string) => () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    },
  }
}

test('as much runs at once as may, the rest in its order', async () => {
  const { run } = createWorkQueue({ atOnce: 2, maxWaiting: 9, reserved: 0, maxWaitMs: 60_000 })
  const { started, work, end } = workByHand()
  const runs = ['a', 'b', 'c', 'd'].map((name) => run(work(name)))
  await vi.waitUntil(() => started.length === 2)
  expect(started).toEqual(['a', 'b'])
  end('b')
  await vi.waitUntil(() => started.length === 3)
  end('a')
  await vi.waitUntil(() => started.length === 4)
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  end('c')
  end('d')
  expect(await Promise.all(runs)).toEqual(['a', 'b', 'c', 'd'])
})

test('work that fails fails for whoever asked, and makes room', async () => {
  const { run } = createWorkQueue({ atOnce: 1, maxWaiting: 9, reserved: 0, maxWaitMs: 60_000 })
  const failing = run(async () => Promise.reject(new Error('broken')))
  const next = run(async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('who comes when the queue is full is refused at once, and who waits is not', async () => {
  const { run } = createWorkQueue({ atOnce: 1, maxWaiting: 1, reserved: 0, maxWaitMs: 60_000 })
  const { work, end } = workByHand()
  const first = run(work('a'))
  const second = run(async () => 'b')
  await expect(run(async () => 'c')).rejects.toBeInstanceOf(BusyError)
  end('a')
  expect([await first, await second, await run(async () => 'd')]).toEqual(['a', 'b', 'd'])
})

test('when the queue is full of others the reserved places are free, and wait for their turn like all', async () => {
  const { run } = createWorkQueue({ atOnce: 1, maxWaiting: 1, reserved: 1, maxWaitMs: 60_000 })
  const { started, work, end } = workByHand()
  const runs = [run(work('a')), run(work('b')), run(work('c'), { isReserved: true })]
  await expect(run(async () => 'd')).rejects.toBeInstanceOf(BusyError)
  await expect(run(async () => 'e', { isReserved: true })).rejects.toBeInstanceOf(BusyError)
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    await vi.waitUntil(() => started.length === index + 1)
    end(name)
  }
  expect(await Promise.all(runs)).toEqual(['a', 'b', 'c'])
})

test('who waits longer than the limit is refused, and whoever is behind moves up', async () => {
  vi.useFakeTimers()
  const { run } = createWorkQueue({ atOnce: 1, maxWaiting: 9, reserved: 0, maxWaitMs: 1_000 })
  const { work, end } = workByHand()
  const first = run(work('a'))
  const impatient = expect(run(work('b'))).rejects.toBeInstanceOf(BusyError)
  await vi.advanceTimersByTimeAsync(600)
  const patient = run(async () => 'c')
  await vi.advanceTimersByTimeAsync(600)
  await impatient
  end('a')
  expect([await first, await patient]).toEqual(['a', 'c'])
  vi.useRealTimers()
})
