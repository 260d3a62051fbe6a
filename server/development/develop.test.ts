import { expect, test } from 'vitest'
import { runLatest } from '#server/development/develop.ts'
import { createLog } from '#server/platform/log.ts'
import type { Publication } from '#server/start/start-publication.ts'

/** A source that can be edited; what starts and stops is noted. */
async function run() {
  const events: string[] = []
  const source = { module: { edition: 'first' }, isBroken: false }
  const publish = ({ edition }: { edition: string }): Publication => ({
    listener: () => {},
    mailGoes: edition,
    stop: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      events.push(`${edition} stopped`)
    },
  })
  const latest = await runLatest({
    load: async () => {
      if (source.isBroken) throw new Error('cannot be read')
      return source.module
    },
    start: async (module) => {
      events.push(`${module.edition} starts`)
      if (module.edition === 'unlucky') throw new Error('no port')
      return publish(module)
    },
    log: createLog('silent'),
  })
  const current = async () => (await latest.current()).mailGoes
  return { latest, source, events, current }
}

test('the next starts when the one before has stopped, and only when something has changed', async () => {
  const { latest, source, events, current } = await run()
  latest.update()
  source.module = { edition: 'second' }
  latest.update()
  latest.update()
  await expect.poll(current).toBe('second')
  await latest.stop()
  expect(events).toEqual(['first starts', 'first stopped', 'second starts', 'second stopped'])
})

test('what cannot be loaded changes nothing, and what cannot start is followed by what can', async () => {
  const { latest, source, events, current } = await run()
  source.isBroken = true
  latest.update()
  expect(await current()).toBe('first')
  source.isBroken = false
  source.module = { edition: 'unlucky' }
  latest.update()
  await expect.poll(() => current().catch(String)).toBe('Error: no port')
  source.module = { edition: 'third' }
  latest.update()
  await expect.poll(() => current().catch(String)).toBe('third')
  await latest.stop()
  expect(events).toEqual(['first starts', 'first stopped', 'unlucky starts', 'third starts', 'third stopped'])
})
