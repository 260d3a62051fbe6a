import { deskQuery } from '#app/admin/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { SETTINGS_KEY, storedSettingsQuery } from '#app/admin/settings/settings-queries.ts'
import { readDemo, removeDemo } from '#core/data/demo.ts'
import { type listSettings, saveSettings } from '#core/data/settings.ts'

const DEMO_KEY = ['demo']

/** Whether setting up is over. */
export const isSetUpQuery = {
  ...storedSettingsQuery,
  select: ({ setup }: Awaited<ReturnType<typeof listSettings>>) => setup === 'finished',
}

export const demoQuery = deskQuery(DEMO_KEY, readDemo, { refuses: true })

export const useFinishSetup = () =>
  useDeskMutation({
    run: (client) => saveSettings(client, [{ key: 'setup', before: null, after: 'finished' }]),
    invalidates: [SETTINGS_KEY],
  })

export const useRemoveDemo = () => useDeskMutation({ run: removeDemo, invalidates: [[]] })
