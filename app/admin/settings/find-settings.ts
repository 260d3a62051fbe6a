import { ALL_SECTIONS, labelsOf, type SettingsSection } from '#app/admin/settings/sections.ts'

/** A setting that was found by its name. */
interface FoundSetting {
  section: SettingsSection
  /** Absent where the section itself was found. */
  label?: string
}

/** The sections and settings with all these words in their names. */
export function findSettings(typed: string): FoundSetting[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const matches = (...texts: string[]) => {
    const text = texts.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return ALL_SECTIONS.flatMap((found) => [
    ...(matches(found.title, found.intro, found.keywords ?? '') ? [{ section: found }] : []),
    ...labelsOf(found).flatMap((label) =>
      matches(label) || (matches(label, found.title) && !matches(found.title))
        ? [{ section: found, label }]
        : [],
    ),
  ])
}
