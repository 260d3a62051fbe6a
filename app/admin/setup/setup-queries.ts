import { deskQuery } from '#app/admin/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { SETTINGS_KEY } from '#app/admin/settings/settings-queries.ts'
import { readDemo, removeDemo } from '#core/data/demo.ts'
import { listSettings, saveSettings } from '#core/data/settings.ts'

const SETUP_KEY = [...SETTINGS_KEY, 'setup']
const DEMO_KEY = ['demo']

/** Whether setting up is over. */
export const isSetUpQuery = deskQuery(
  SETUP_KEY,
  async (client) => (await listSettings(client)).setup === 'finished',
  { live: ['settings'] },
)

export const demoQuery = deskQuery(DEMO_KEY, readDemo, { refuses: true })

export const useFinishSetup = () =>
  useDeskMutation({
    run: (client) => saveSettings(client, [{ key: 'setup', before: null, after: 'finished' }]),
    invalidates: [SETTINGS_KEY],
  })

export const useRemoveDemo = () => useDeskMutation({ run: removeDemo, invalidates: [[]] })
