import { beforeEach, expect, test, vi } from 'vitest'
import { createTurns } from '#server/features/newsletter/send/turns.ts'
import { MailError } from '#server/platform/mail/mail.ts'

const transport = { isTransportProblem: true, isUnoffered: true }
const AWAY = new MailError('temporary', 'connect ECONNREFUSED', transport)
const BUSY = new MailError('temporary', '450 too much mail', { ...transport, isBusy: true })
const LOGIN = new MailError('temporary', '535 wrong password', { ...transport, isLasting: true })
const SILENT = new MailError('uncertain', 'Timeout')
const GREYLISTED = new MailError('temporary', '450 4.2.0 later')

type Answer = 'taken' | MailError
const ANSWER_MS = 100

beforeEach(() => {
  vi.useFakeTimers()
})

/** Connections that send one message after another to a server, which answers by how many are with it and how many seconds have passed. */
function startSending(connections: number, answer: (state: { open: number; seconds: number }) => Answer) {
  const answers: { second: number; answer: Answer; open: number }[] = []
  const startedAt = Date.now()
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const turns = createTurns({ connections, wait, clock: Date.now })
  let open = 0
  let end = new AbortController()

  async function send(): Promise<void> {
    for (;;) {
      const turn = await turns.take(end.signal)
      if (!turn) return
      const state = { open: open + 1, seconds: (Date.now() - startedAt) / 1000 }
      const answered = answer(state)
      answers.push({ second: Math.floor(state.seconds), answer: answered, open: state.open })
      // A connection that is refused is refused at once.
      if (answered === BUSY) await wait(1)
      else {
        open += 1
        await wait(ANSWER_MS)
        open -= 1
      }
      turn.end(answered)
    }
  }
  let lanes: Promise<unknown> = Promise.resolve()
  const run = () => {
    end = new AbortController()
    turns.begin(end.signal)
    lanes = Promise.all(Array.from({ length: connections }, send))
  }
  run()
  return {
    turns,
    run,
    answers,
    count: (wanted: Answer, from = 0, until = Number.POSITIVE_INFINITY) =>
      answers.filter(({ second, answer: had }) => had === wanted && second >= from && second < until).length,
    most: (from: number) =>
      Math.max(...answers.filter(({ second }) => second >= from).map((one) => one.open)),
    async stop() {
      end.abort()
      await vi.advanceTimersByTimeAsync(60_000)
      await lanes
    },
  }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a server that takes everything gets as many messages at once as there are connections', async () => {
  const sending = startSending(5, () => 'taken')
  await pass(10)
  expect(sending.most(0)).toBe(5)
  expect(sending.count('taken')).toBeGreaterThanOrEqual(490)
  await sending.stop()
})

test('a server that takes three at once gets three without a pause, and is asked for a fourth less and less often', async () => {
  const sending = startSending(5, ({ open }) => (open > 3 ? BUSY : 'taken'))
  await pass(20 * 60)
  expect(sending.turns.away()).toBeNull()
  // Of 30 in a second.
  expect(sending.count('taken')).toBeGreaterThan(0.98 * 30 * 20 * 60)
  expect(sending.count(BUSY, 0, 60)).toBe(3)
  const again = [sending.count(BUSY, 60, 600), sending.count(BUSY, 600, 1200)] as const
  expect(again[0]).toBeLessThan(5)
  expect(again[1]).toBeLessThanOrEqual(1)
  await sending.stop()
})

test('eight seconds without the server are bridged, and all connections send again', async () => {
  const sending = startSending(5, ({ seconds }) => (seconds > 10 && seconds < 18 ? AWAY : 'taken'))
  await pass(40)
  expect(sending.turns.away()).toBeNull()
  // Five at first, and then one at a time.
  expect(sending.count(AWAY)).toBeLessThan(12)
  expect(sending.count('taken', 30, 40)).toBeGreaterThanOrEqual(480)
  await sending.stop()
})

test('a server that is away ends the run, and is asked once by each later one until it is back', async () => {
  let isAway = true
  const sending = startSending(5, () => (isAway ? AWAY : 'taken'))
  await pass(60)
  expect(sending.turns.away()).toBe('connect ECONNREFUSED')
  const before = sending.answers.length
  sending.run()
  await pass(60)
  expect(sending.answers).toHaveLength(before + 1)
  isAway = false
  sending.run()
  await pass(10)
  expect(sending.turns.away()).toBeNull()
  expect(sending.most(120)).toBe(5)
  await sending.stop()
})

test('a server that takes a hundred messages in a minute gets them, spread over the minute after it has refused', async () => {
  const ofMinute = new Map<number, number>()
  const sending = startSending(4, ({ seconds }) => {
    const minute = Math.floor(seconds / 60)
    const had = ofMinute.get(minute) ?? 0
    if (had >= 100) return BUSY
    ofMinute.set(minute, had + 1)
    return 'taken'
  })
  for (let minute = 0; minute < 20; minute++) {
    await pass(60)
    if (sending.turns.away() !== null) sending.run()
  }
  expect(sending.count('taken')).toBeGreaterThan(0.7 * 100 * 20)
  // The first minute was over after three seconds.
  expect(sending.count('taken', 3, 60)).toBeLessThan(10)
  const firstSeconds = Array.from({ length: 18 }, (_, n) =>
    sending.count('taken', 120 + n * 60, 123 + n * 60),
  )
  expect(Math.max(...firstSeconds)).toBeLessThan(60)
  expect(sending.most(60)).toBeLessThan(4)
  await sending.stop()
})

test('a refusal that lasts is a problem after three attempts', async () => {
  const sending = startSending(5, () => LOGIN)
  await pass(10)
  expect(sending.turns.problem()).toContain('535 wrong password')
  expect(sending.answers.length).toBeLessThanOrEqual(7)
  await sending.stop()
})

test('messages without an answer stop the sending, when three in a row have none; those that were under way together count once', async () => {
  const sending = startSending(5, () => SILENT)
  await pass(10)
  expect(sending.turns.problem()).toContain('Timeout')
  expect(sending.answers.map(({ open }) => open)).toEqual([1, 2, 3, 4, 5, 1, 1])
  await sending.stop()
})

test('a message that is taken ends the doubt, and recipients who are refused are no trouble', async () => {
  let number = 0
  const sending = startSending(2, () => {
    number += 1
    if (number % 4 === 0) return SILENT
    return number > 100 ? GREYLISTED : 'taken'
  })
  await pass(5)
  expect(sending.turns.problem()).toBeNull()
  expect(sending.turns.away()).toBeNull()
  await sending.stop()
})

test('the message that is under way for the longest time is known', async () => {
  const sending = startSending(1, () => 'taken')
  await vi.advanceTimersByTimeAsync(50)
  expect(sending.turns.longestMs()).toBe(50)
  await sending.stop()
  expect(sending.turns.longestMs()).toBe(0)
})
