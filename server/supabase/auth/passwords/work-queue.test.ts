import { expect, test, vi } from 'vitest'
import { BusyError, createWorkQueue } from '#server/supabase/auth/passwords/work-queue.ts'

/** Work that ends when the test says so, and records the order in which it started. */
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

test('a limited amount of work runs at once, the rest in order', async () => {
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

test('an error of the work reaches its caller, and the slot is freed', async () => {
  const { run } = createWorkQueue({ atOnce: 1, maxWaiting: 9, reserved: 0, maxWaitMs: 60_000 })
  const failing = run(async () => Promise.reject(new Error('broken')))
  const next = run(async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('when the queue is full further work is refused at once, and waiting work is not affected', async () => {
  const { run } = createWorkQueue({ atOnce: 1, maxWaiting: 1, reserved: 0, maxWaitMs: 60_000 })
  const { work, end } = workByHand()
  const first = run(work('a'))
  const second = run(async () => 'b')
  await expect(run(async () => 'c')).rejects.toBeInstanceOf(BusyError)
  end('a')
  expect([await first, await second, await run(async () => 'd')]).toEqual(['a', 'b', 'd'])
})

test('reserved places stay free when the queue is full, and wait for their turn like the others', async () => {
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

test('work that waits too long is refused, and the next moves up', async () => {
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
