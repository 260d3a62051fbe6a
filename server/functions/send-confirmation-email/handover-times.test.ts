import { expect, test } from 'vitest'
import { createHandoverTimes } from '#server/functions/send-confirmation-email/handover-times.ts'

async function waited(times: ReturnType<typeof createHandoverTimes>): Promise<number> {
  const started = performance.now()
  await times.waitAsLong()
  return Math.round(performance.now() - started)
}

test('waiting takes what a recent hand-over took', async () => {
  const times = createHandoverTimes()
  times.record(60)
  expect(await waited(times)).toBeGreaterThanOrEqual(59)
})

test('of many hand-overs the first are forgotten', async () => {
  const times = createHandoverTimes({ random: () => 0 })
  times.record(500)
  for (let count = 0; count < 20; count += 1) times.record(5)
  expect(await waited(times)).toBeLessThan(400)
})

test('before the first hand-over there is a guess, not an answer at once', async () => {
  expect(await waited(createHandoverTimes())).toBeGreaterThanOrEqual(200)
})
