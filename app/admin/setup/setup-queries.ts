import { deskQuery } from '#app/admin/query/desk-query.ts'
import { SETTINGS_KEY, storedSettingsQuery } from '#app/admin/settings/settings-queries.ts'
import { readDemo } from '#core/data/demo.ts'
import { type listSettings, readStatements } from '#core/data/settings.ts'

const DEMO_KEY = ['demo']

/** Whether setting up is over. */
export const isSetUpQuery = {
  ...storedSettingsQuery,
  select: ({ setup }: Awaited<ReturnType<typeof listSettings>>) => setup === 'finished',
}

export const demoQuery = deskQuery(DEMO_KEY, readDemo, { refuses: true })

export const statementsQuery = deskQuery([...SETTINGS_KEY, 'statements'], readStatements, {
  live: ['settings', 'pages'],
})
