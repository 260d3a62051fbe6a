import { PUBLICATION_SETTINGS } from '#core/domain/publication-settings.ts'
import type { Settings } from '#core/domain/settings.ts'

/** The front page with settings that are not saved. */
export const FRONT_PREVIEW_PATH = '/preview/front'

const PREVIEWED = ['accent', 'type', 'logo', 'icon', 'front_page'] as const
const MAX_LENGTH = 2_000

/** Settings that the preview of the front page shows instead of those in force; null is the default. */
export type PreviewedSettings = { [Key in (typeof PREVIEWED)[number]]?: Settings[Key] | null }

export function frontPreviewPath(look: PreviewedSettings): string {
  return `${FRONT_PREVIEW_PATH}?${new URLSearchParams({ look: JSON.stringify(look) })}`
}

/**
 * The settings with those that the address of a preview names; invalid values are ignored. They decide about colours, layout, and files
 * that were uploaded: nobody can put words into them.
 */
export function previewedSettings(url: URL, settings: Settings): Settings {
  if (url.pathname !== FRONT_PREVIEW_PATH) return settings
  const text = url.searchParams.get('look') ?? ''
  const given = text.length <= MAX_LENGTH ? parse(text) : {}
  const changed = PREVIEWED.flatMap((key): [string, unknown][] => {
    if (!Object.hasOwn(given, key)) return []
    if (given[key] === null) return [[key, PUBLICATION_SETTINGS[key].fallback]]
    const checked = PUBLICATION_SETTINGS[key].schema.safeParse(given[key])
    return checked.success ? [[key, checked.data]] : []
  })
  return { ...settings, ...Object.fromEntries(changed) }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
