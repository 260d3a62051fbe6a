import { expect, test } from 'vitest'
import { startTestApp } from '../../support/app.ts'
import recorded from './empty-desk.json' with { type: 'json' }

/** What a screen can tell of a value: the names of its fields, and what kind each is. Null may be anything, and an empty list of anything. */
function fits(shape: unknown, value: unknown, path: string): string[] {
  if (shape === null || value === null) return []
  if (Array.isArray(shape) || Array.isArray(value)) {
    if (!Array.isArray(shape) || !Array.isArray(value)) return [`${path} is a list in one of them only`]
    const [first, actual] = [shape[0], value[0]]
    return first === undefined || actual === undefined ? [] : fits(first, actual, `${path}[]`)
  }
  if (typeof shape !== typeof value)
    return [`${path} is ${typeof value}, and was recorded as ${typeof shape}`]
  if (typeof shape !== 'object') return []
  const [expected, actual] = [new Map(Object.entries(shape)), new Map(Object.entries(value as object))]
  const names = [...new Set([...expected.keys(), ...actual.keys()])]
  return names.flatMap((name) => {
    const here = `${path}.${name}`
    if (!actual.has(name)) return [`${here} is not answered`]
    if (!expected.has(name)) return [`${here} was not recorded`]
    return fits(expected.get(name), actual.get(name), here)
  })
}

/** Arguments without which a call is refused. */
const ARGUMENTS = new Map<string, object>([
  ['list_calendar', { p_from: '2026-11-01T00:00:00Z', p_until: '2026-12-01T00:00:00Z' }],
  ['load_subscriber_growth', { p_weeks: 26 }],
])

test('what screens are tested with is what a server without anything in it answers', async () => {
  const app = await startTestApp()
  try {
    const client = await app.administrator()
    const problems: string[] = []
    for (const [name, answer] of Object.entries(recorded.calls)) {
      // A name that the types know, from a file that they do not.
      const { data, error } = await client.rpc(name as 'list_authors', ARGUMENTS.get(name) as never)
      problems.push(...(error ? [`${name}: ${error.message}`] : fits(answer, data, name)))
    }
    for (const [name, answer] of Object.entries(recorded.functions)) {
      const query = name === 'read-desk' ? '?from=2026-11-28T00:00:00Z&until=2026-11-29T00:00:00Z' : ''
      const { data, error } = await client.functions.invoke(name + query, { method: 'GET' })
      problems.push(...(error ? [`${name}: ${error}`] : fits(answer, data, name)))
    }
    const { data } = await client.from('categories').select('*').throwOnError()
    problems.push(...fits(recorded.tables.categories, data, 'categories'))
    expect(problems).toEqual([])
  } finally {
    await app.stop()
  }
})
