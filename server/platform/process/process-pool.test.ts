import { expect, onTestFinished, test, vi } from 'vitest'
import { isDiskFailure } from '#server/platform/faults/describe-failure.ts'
import { createProcessPool, TaskTimeout } from '#server/platform/process/process-pool.ts'
import type { ExampleResult, ExampleTask } from '#server/platform/process/testing/example-process.ts'

const module = new URL('testing/example-process.ts', import.meta.url)

function pool(options: { processes?: number; taskTimeoutMs?: number; idleTimeoutMs?: number } = {}) {
  const made = createProcessPool<ExampleTask, ExampleResult>({ module, processes: 1, ...options })
  return (task: ExampleTask, urgency?: { urgent: boolean; timeoutMs?: number }) =>
    made.run(async () => task, urgency)
}

test('a task and its bytes go to another process and back', async () => {
  const run = pool()
  const { bytes, pid } = await run({ reverse: Buffer.from('abc') })
  expect(Buffer.from(bytes).toString()).toBe('cba')
  expect(pid).not.toBe(process.pid)
})

test('one process performs one task after the other', async () => {
  const run = pool()
  const results = await Promise.all(['a', 'b', 'c'].map((text) => run({ reverse: Buffer.from(text) })))
  expect(new Set(results.map(({ pid }) => pid)).size).toBe(1)
  expect(Math.max(...results.map(({ atOnce }) => atOnce))).toBe(1)
})

test('no more processes are started than allowed', async () => {
  const run = pool({ processes: 2 })
  const results = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((text) => run({ reverse: Buffer.from(`${text}`) })),
  )
  expect(new Set(results.map(({ pid }) => pid)).size).toBe(2)
})

test('urgent tasks overtake those that wait, in their own order', async () => {
  const run = pool()
  const order: string[] = []
  const note = (name: string, urgent: boolean) =>
    run({ reverse: Buffer.from(name) }, { urgent }).then(() => order.push(name))
  await Promise.all([note('first', false), note('later', false), note('urgent', true), note('too', true)])
  expect(order).toEqual(['first', 'urgent', 'too', 'later'])
})

test('a task that fails says why, and the process goes on', async () => {
  const run = pool()
  const { pid } = await run({ reverse: Buffer.from('a') })
  await expect(run({ fail: 'no such colour' })).rejects.toThrow('no such colour')
  expect((await run({ reverse: Buffer.from('a') })).pid).toBe(pid)
})

test('the code of a failure comes back with it, by which a full disk is known', async () => {
  const failure = pool()({ fail: 'ENOSPC: no space left on device, write', code: 'ENOSPC' })
  const error = await failure.catch((thrown: unknown) => thrown)
  expect([isDiskFailure(error), error]).toEqual([true, expect.objectContaining({ code: 'ENOSPC' })])
})

test('a task that ends its process fails, and the next one gets a new process', async () => {
  const run = pool()
  await expect(run({ exit: 'SIGSEGV' })).rejects.toThrow('The process that did it ended (SIGSEGV)')
  expect(Buffer.from((await run({ reverse: Buffer.from('ab') })).bytes).toString()).toBe('ba')
})

test('a task that ends a process which has done others is done in a new one', async () => {
  const run = pool()
  const { pid } = await run({ reverse: Buffer.from('a') })
  expect((await run({ needsMemory: true })).pid).not.toBe(pid)
})

test('a task that never ends is ended', async () => {
  await expect(pool({ taskTimeoutMs: 1 })({ hang: true })).rejects.toThrow('ended (SIGKILL)')
  await expect(pool()({ hang: true }, { urgent: true, timeoutMs: 1 })).rejects.toThrow(TaskTimeout)
})

test('a task that cannot be prepared fails and blocks no other', async () => {
  const made = createProcessPool<ExampleTask, ExampleResult>({ module, processes: 1 })
  await expect(made.run(() => Promise.reject(new Error('the bucket is away')))).rejects.toThrow('bucket')
  expect((await made.run(async () => ({ reverse: Buffer.from('a') }))).atOnce).toBe(1)
})

test('a process that cannot be started fails its task and nothing else', async () => {
  const run = pool()
  const { execPath } = process
  onTestFinished(() => {
    process.execPath = execPath
  })
  process.execPath = '/nowhere/node'
  await expect(run({ reverse: Buffer.from('a') })).rejects.toThrow('ENOENT')
  process.execPath = execPath
  expect(Buffer.from((await run({ reverse: Buffer.from('ab') })).bytes).toString()).toBe('ba')
})

test('a process with nothing to do ends, and a later task gets a new one', async () => {
  const run = pool({ idleTimeoutMs: 1 })
  const { pid } = await run({ reverse: Buffer.from('a') })
  await vi.waitUntil(() => !isRunning(pid), { timeout: 30_000 })
  expect((await run({ reverse: Buffer.from('a') })).pid).not.toBe(pid)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
