import type { SettingChange } from '#core/domain/settings.ts'
import type { CallAnswers, Network } from './network.ts'

/** Saves settings as the database does: all of them, or none when another administrator has changed one since. */
export const SAVES_SETTINGS: CallAnswers = {
  save_settings({ p_changes }, { settings = [] }) {
    const changes = p_changes as unknown as SettingChange[]
    const rowOf = ({ key }: SettingChange) => settings.find((row) => row.key === key)
    const same = (one: unknown, other: unknown) =>
      JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
    const conflicts = changes
      .filter(
        (change) => !same(rowOf(change)?.value, change.before) && !same(rowOf(change)?.value, change.after),
      )
      .map(({ key }) => key)
    if (conflicts.length > 0) return { conflicts }
    for (const change of changes) {
      const row = rowOf(change)
      if (row) settings.splice(settings.indexOf(row), 1)
      if (change.after !== null) settings.push({ key: change.key, value: change.after })
    }
    return { conflicts }
  },
}

export const storedSettings = ({ tables }: Pick<Network, 'tables'>): Record<string, unknown> =>
  Object.fromEntries((tables.settings ?? []).map(({ key, value }) => [key, value]))
