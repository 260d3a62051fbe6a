import { expect, test, vi } from 'vitest'
import { createSessionRenewal } from './session-renewal.ts'

test('several calls of ask wait for the same session', async () => {
  const renewal = createSessionRenewal()
  const listener = vi.fn<() => void>()
  renewal.subscribe(listener)
  const waiting = [renewal.ask(), renewal.ask()]
  expect(renewal.isAsking()).toBe(true)
  renewal.complete()
  await Promise.all(waiting)
  expect(renewal.isAsking()).toBe(false)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('leaving the page cancels the renewal, and the next page begins a new one', async () => {
  const renewal = createSessionRenewal()
  const leave = renewal.offer('nora@example.org')
  expect(renewal.offeredTo()).toBe('nora@example.org')
  const settled = vi.fn<() => void>()
  void renewal.ask().then(settled)
  leave()
  expect(renewal.offeredTo()).toBeNull()
  expect(renewal.isAsking()).toBe(false)
  const again = renewal.ask()
  renewal.complete()
  await again
  expect(settled).not.toHaveBeenCalled()
})
