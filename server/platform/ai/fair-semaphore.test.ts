import { expect, test } from 'vitest'
import { createFairSemaphore } from '#server/platform/ai/language-model.ts'

/** Acquires slots for callers, and returns the order in which they got them; each slot is released at once. */
async function orderOf(callers: string[], atOnce: number): Promise<string> {
  const semaphore = createFairSemaphore()
  const order: string[] = []
  const take = async (caller: string) => {
    const release = await semaphore.acquire(caller, atOnce)
    order.push(caller)
    release()
  }
  const blocking = await semaphore.acquire('blocking', 1)
  const waiting = callers.map(take)
  blocking()
  await Promise.all(waiting)
  return order.join('')
}

test('callers take turns, however many requests each of them has', async () => {
  expect(await orderOf([...'aaaaabbc'], 1)).toBe('abcabaaa')
  expect(await orderOf([...'aaab'], 1)).toBe('abaa')
})

test('a released slot goes to the next caller, and the latest limit applies', async () => {
  const semaphore = createFairSemaphore()
  let started = 0
  const take = async (atOnce: number) => {
    const release = await semaphore.acquire('a', atOnce)
    started += 1
    return release
  }
  const first = await take(1)
  const others = [take(1), take(1)]
  await Promise.resolve()
  expect(started).toBe(1)
  const wider = take(3)
  await Promise.all(others)
  expect(started).toBe(3)
  first()
  await wider
  expect(started).toBe(4)
})

test('an aborted call takes no slot', async () => {
  const semaphore = createFairSemaphore()
  const first = await semaphore.acquire('a', 1)
  const leaving = new AbortController()
  const gone = semaphore.acquire('b', 1, leaving.signal)
  const next = semaphore.acquire('c', 1)
  leaving.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  await expect(semaphore.acquire('b', 1, leaving.signal)).rejects.toThrow('gone')
  first()
  ;(await next)()
  await semaphore.acquire('d', 1)
})
