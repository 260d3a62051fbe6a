import { expect, test } from 'vitest'
import { createTurns } from '#server/platform/ai/turns.ts'

/** Takes places for callers, and returns the order in which they got them; a place is given back at once. */
async function orderOf(callers: string[], atOnce: number): Promise<string> {
  const turns = createTurns()
  const order: string[] = []
  const take = async (caller: string) => {
    const release = await turns.take(caller, atOnce)
    order.push(caller)
    release()
  }
  const blocking = await turns.take('blocking', 1)
  const waiting = callers.map(take)
  blocking()
  await Promise.all(waiting)
  return order.join('')
}

test('callers take turns, however many requests each of them has', async () => {
  expect(await orderOf([...'aaaaabbc'], 1)).toBe('abcabaaa')
  expect(await orderOf([...'aaab'], 1)).toBe('abaa')
})

test('a place that is given back is taken by the next, and the latest number counts', async () => {
  const turns = createTurns()
  let started = 0
  const take = async (atOnce: number) => {
    const release = await turns.take('a', atOnce)
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

test('whoever leaves the line takes no place', async () => {
  const turns = createTurns()
  const first = await turns.take('a', 1)
  const leaving = new AbortController()
  const gone = turns.take('b', 1, leaving.signal)
  const next = turns.take('c', 1)
  leaving.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  await expect(turns.take('b', 1, leaving.signal)).rejects.toThrow('gone')
  first()
  ;(await next)()
  await turns.take('d', 1)
})
