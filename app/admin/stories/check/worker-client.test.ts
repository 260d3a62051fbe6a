import { expect, test } from 'vitest'
import { createWorkerClient, type WorkerRequest } from '#app/admin/stories/check/worker-client.ts'
import { type Checked, checkAtOnce } from '#core/check/check-article.ts'
import { type CheckInput, NOTHING_KNOWN } from '#core/check/checked-article.ts'

const ARTICLE: CheckInput = {
  title: 'Small models',
  subtitle: null,
  excerpt: '',
  content: 'An ![](/a.webp) and [a link]().',
  language: 'en',
  hero_image: null,
  slug: 'small-models',
  publish_date: '',
}

/** A worker, as far as the client sees it: it responds later, or cannot be loaded. */
function startThread(state: { isOffline: boolean; started: number }) {
  state.started += 1
  const thread = {
    onmessage: (_event: { data: unknown }) => {},
    onerror: () => {},
    isOver: false,
    postMessage(message: WorkerRequest<CheckInput>) {
      const { id, request } = structuredClone(message)
      setTimeout(() => {
        if (thread.isOver) return
        if (state.isOffline) thread.onerror()
        else thread.onmessage({ data: { id, response: checkAtOnce(request, NOTHING_KNOWN) } })
      })
    },
    terminate() {
      thread.isOver = true
    },
  }
  return thread as unknown as Worker
}

test('each request gets its own response, from one worker', async () => {
  const state = { isOffline: false, started: 0 }
  const checker = createWorkerClient<CheckInput, Checked>(() => startThread(state))
  const other = { ...ARTICLE, excerpt: 'What they are good for.', content: 'Text.' }
  const results = await Promise.all([ARTICLE, other].map((input) => checker.send(input)))
  expect(results).toEqual([checkAtOnce(ARTICLE, NOTHING_KNOWN), checkAtOnce(other, NOTHING_KNOWN)])
  expect(results[0]?.findings).not.toEqual(results[1]?.findings)
  expect(state.started).toBe(1)
})

test('a worker that cannot be loaded is an error, and the next request starts another one', async () => {
  const state = { isOffline: true, started: 0 }
  const checker = createWorkerClient<CheckInput, Checked>(() => startThread(state))
  await expect(checker.send(ARTICLE)).rejects.toThrow('The worker has failed')
  state.isOffline = false
  expect(await checker.send(ARTICLE)).toEqual(checkAtOnce(ARTICLE, NOTHING_KNOWN))
  expect(state.started).toBe(2)
})

test('a started worker gets the initial request first', async () => {
  const state = { isOffline: false, started: 0 }
  const checker = createWorkerClient<CheckInput, Checked>(() => startThread(state), ARTICLE)
  expect(await checker.ready()).toEqual(checkAtOnce(ARTICLE, NOTHING_KNOWN))
  expect(state.started).toBe(1)
})

test('a stopped worker rejects what is pending', async () => {
  const checker = createWorkerClient<CheckInput, Checked>(() => startThread({ isOffline: false, started: 0 }))
  const pending = checker.send(ARTICLE)
  checker.stop()
  await expect(pending).rejects.toThrow('The worker was stopped')
})
