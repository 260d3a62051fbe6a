import { expect, test } from 'vitest'
import { startTestApp } from '../../support/app.ts'
import { fits } from './compare-answers.ts'
import recorded from './empty-desk.json' with { type: 'json' }

/** Arguments without which a call is refused. */
const ARGUMENTS = new Map<string, object>([
  ['list_calendar', { p_from: '2026-11-01T00:00:00Z', p_until: '2026-12-01T00:00:00Z' }],
  ['list_my_desk', { p_today: '2026-11-28' }],
  [
    'open_version',
    { p_article_id: '00000000-0000-4000-8000-000000000001', p_version: '2026-11-28T00:00:00Z' },
  ],
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
