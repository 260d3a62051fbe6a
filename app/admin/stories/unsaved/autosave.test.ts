import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave } from '#app/admin/stories/unsaved/autosave.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function startAutosave(apply: (value: string) => Promise<void>, { retries = true, isOrdered = false } = {}) {
  const done = vi.fn()
  const failed = vi.fn(() => retries)
  const autosave = createAutosave<string, void>({
    apply,
    onDone: done,
    onFailure: failed,
    debounceMs: 100,
    maxWaitMs: 300,
    isOrdered,
  })
  return { autosave, done, failed }
}

test('applies the latest state after a pause, and while it changes on and on', async () => {
  const applied: string[] = []
  const { autosave } = startAutosave(async (value) => void applied.push(value))
  autosave.schedule('a')
  await vi.advanceTimersByTimeAsync(50)
  autosave.schedule('b')
  await vi.advanceTimersByTimeAsync(100)
  expect(applied).toEqual(['b'])
  for (const value of 'cdefgh') {
    autosave.schedule(value)
    await vi.advanceTimersByTimeAsync(80)
  }
  expect(applied[1]).toMatch(/[def]/)
})

test('applies one state at a time, and what was scheduled meanwhile afterwards', async () => {
  const applied: string[] = []
  const gate = Promise.withResolvers<void>()
  const { autosave } = startAutosave(async (value) => {
    applied.push(value)
    await gate.promise
  })
  autosave.schedule('a')
  await vi.advanceTimersByTimeAsync(100)
  autosave.schedule('b')
  await vi.advanceTimersByTimeAsync(1000)
  expect(applied).toEqual(['a'])
  gate.resolve()
  await vi.advanceTimersByTimeAsync(1000)
  expect(applied).toEqual(['a', 'b'])
})

test('a page that is left waits for no write where the store keeps their order', async () => {
  const applied: string[] = []
  const gate = Promise.withResolvers<void>()
  const { autosave, done } = startAutosave(
    async (value) => {
      applied.push(value)
      await gate.promise
    },
    { isOrdered: true },
  )
  autosave.schedule('a')
  await vi.advanceTimersByTimeAsync(100)
  autosave.schedule('b')
  const flushed = autosave.flush()
  expect(applied).toEqual(['a', 'b'])
  gate.resolve()
  await flushed
  expect(done).toHaveBeenCalledTimes(2)
})

test('tries again, later each time, and at once when it is asked to', async () => {
  let isBroken = true
  const tries: number[] = []
  const { autosave, done, failed } = startAutosave(async () => {
    tries.push(Date.now())
    if (isBroken) throw new Error('no connection')
  })
  autosave.schedule('a')
  await vi.advanceTimersByTimeAsync(2000)
  const waits = tries.slice(1).map((time, index) => time - (tries[index] ?? 0))
  expect(waits).toEqual([200, 400, 800])
  expect(failed).toHaveBeenCalledTimes(4)
  isBroken = false
  await autosave.flush()
  expect(done).toHaveBeenCalledTimes(1)
})

test('does not try again by itself what would fail again, but what is wanted next', async () => {
  const apply = vi.fn(async (value: string) => {
    if (value === 'refused') throw new Error('too long')
  })
  const { autosave } = startAutosave(apply, { retries: false })
  autosave.schedule('refused')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(apply).toHaveBeenCalledTimes(1)
  autosave.schedule('accepted')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(apply).toHaveBeenLastCalledWith('accepted')
})

test('settles: what is under way ends, and nothing follows', async () => {
  const gate = Promise.withResolvers<void>()
  const apply = vi.fn(() => gate.promise)
  const { autosave } = startAutosave(apply)
  autosave.schedule('a')
  await vi.advanceTimersByTimeAsync(100)
  autosave.schedule('b')
  const settled = autosave.cancel()
  gate.resolve()
  await settled
  await vi.advanceTimersByTimeAsync(60_000)
  expect(apply).toHaveBeenCalledTimes(1)
})
