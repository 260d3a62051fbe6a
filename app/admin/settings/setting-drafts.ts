import { localized, type PerLanguage, perLanguage } from '#app/admin/settings/localized-drafts.ts'
import { NAVIGATION_CODECS, type NavigationDrafts } from '#app/admin/settings/navigation/navigation-drafts.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { Setting } from '#core/domain/setting.ts'
import {
  type EditedKey,
  type Figure,
  SETTINGS,
  type SettingValues,
  type Testimonial,
} from '#core/domain/settings.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** The contents of the fields of settings that have fields of their own. */
interface OwnDrafts extends NavigationDrafts {
  accent: string
  logo: SettingValues['logo'] | null
  icon: SettingValues['icon'] | null
  tagline: PerLanguage<string>
  newsletter_rate: { per_second: string; per_hour: string }
  editorial_responsibility: { kind: string; name: string }
  /** One on each line. */
  banned_words: PerLanguage<string>
  translation_review: Partial<Record<TranslatedLanguage, boolean>>
  translation_style: Record<TranslatedLanguage, string>
  landing_figures: PerLanguage<Figure[]>
  landing_testimonials: { samples: boolean; texts: PerLanguage<Testimonial[]> }
  /** By the key of the message. */
  words: Readonly<Record<string, Partial<PerLanguage<string>>>>
}

/** The contents of the fields of each setting during editing. Empty fields mean the default. */
export type Drafts = {
  [Key in EditedKey]: Key extends keyof OwnDrafts
    ? OwnDrafts[Key]
    : SettingValues[Key] extends boolean
      ? boolean
      : string
}

interface Codec<Key extends EditedKey> {
  toDraft(value: SettingValues[Key] | undefined): Drafts[Key]
  /** The value to be stored, which may be invalid; null for the default. */
  toValue(draft: Drafts[Key]): unknown
  /** Both changes of a value that two people have changed, or null when they contradict each other and neither is preferred. */
  merge?(versions: Versions<Drafts[Key]>, prefer?: 'mine' | 'theirs'): Drafts[Key] | null
}

interface Versions<Draft> {
  before: Draft
  mine: Draft
  theirs: Draft
}

const text = {
  toDraft: (value = '') => value,
  toValue: (draft: string) => draft.trim() || null,
}

/** On or off; what differs from the default is stored. */
const choice = (fallback: boolean) => ({
  toDraft: (value = fallback) => value,
  toValue: (draft: boolean) => (draft === fallback ? null : draft),
})

const wholeNumber = {
  toDraft: (value?: number) => (value === undefined ? '' : String(value)),
  toValue: (draft: string) => (/^\d{1,15}$/.test(draft.trim()) ? Number(draft) : draft.trim() || null),
}

/** A value that is chosen as a whole. */
const whole = <Value>() => ({
  toDraft: (value: Value | undefined): Value | null => value ?? null,
  toValue: (draft: Value | null) => draft,
})

const OWN_CODECS: { [Key in keyof OwnDrafts]: Codec<Key> } = {
  ...NAVIGATION_CODECS,
  accent: {
    toDraft: (value = '') => value,
    toValue: (draft) => draft.trim().toLowerCase() || null,
  },
  logo: whole(),
  icon: whole(),
  newsletter_rate: {
    toDraft: (value) => ({
      per_second: wholeNumber.toDraft(value?.per_second),
      per_hour: wholeNumber.toDraft(value?.per_hour),
    }),
    toValue(draft) {
      const [perSecond, perHour] = [
        wholeNumber.toValue(draft.per_second),
        wholeNumber.toValue(draft.per_hour),
      ]
      if (perSecond === null && perHour === null) return null
      return {
        ...(perSecond !== null && { per_second: perSecond }),
        ...(perHour !== null && { per_hour: perHour }),
      }
    },
  },
  editorial_responsibility: {
    toDraft: (value = { kind: 'organization', name: '' }) => ({ ...value }),
    toValue: ({ kind, name }) => (name.trim() ? { kind, name } : null),
  },
  tagline: {
    toDraft: (value) => perLanguage((language) => value?.[language] ?? ''),
    toValue: (draft) => localized(draft, (line) => line.trim() || undefined),
  },
  banned_words: {
    toDraft: (value) => perLanguage((language) => value?.[language]?.join('\n') ?? ''),
    toValue: (draft) => withEnglish(localized(draft, (lines) => filled(splitLines(lines)))),
  },
  translation_review: {
    toDraft: (value = {}) => value,
    toValue: (draft) => (Object.keys(draft).length > 0 ? draft : null),
  },
  translation_style: {
    toDraft: (value) =>
      Object.fromEntries(
        TRANSLATED_LANGUAGES.map((language) => [language, value?.[language] ?? '']),
      ) as Record<TranslatedLanguage, string>,
    toValue(draft) {
      const notes = TRANSLATED_LANGUAGES.map((language) => [language, draft[language].trim()] as const)
      const written = notes.filter(([, note]) => note !== '')
      return written.length > 0 ? Object.fromEntries(written) : null
    },
  },
  landing_figures: {
    toDraft: (value) => perLanguage((language) => value?.[language] ?? []),
    toValue: (draft) => withEnglish(localized(draft, (rows) => filled(withoutEmpty(rows)))),
  },
  words: {
    toDraft: (value = {}) => value,
    toValue(draft) {
      const written = Object.entries(draft).flatMap(([key, texts]) => {
        const own = localized(
          perLanguage((code) => texts[code] ?? ''),
          (line) => line.trim() || undefined,
        )
        return own ? [[key, own] as const] : []
      })
      return written.length > 0 ? Object.fromEntries(written) : null
    },
    merge({ before, mine, theirs }, prefer) {
      const merged: Record<string, Partial<PerLanguage<string>>> = {}
      for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
        for (const code of LANGUAGE_CODES) {
          const [was, own, other] = [before, mine, theirs].map((words) => words[key]?.[code] ?? '')
          const isContradiction = own !== was && other !== was && own !== other
          if (isContradiction && !prefer) return null
          const isTheirs = own === was || (isContradiction && prefer === 'theirs')
          const text = (isTheirs ? other : own) ?? ''
          if (text !== '') merged[key] = { ...merged[key], [code]: text }
        }
      }
      return merged
    },
  },
  landing_testimonials: {
    toDraft: (value) => ({
      samples: value?.samples ?? false,
      texts: perLanguage((language) => value?.texts[language] ?? []),
    }),
    toValue({ samples, texts }) {
      const written = withEnglish(localized(texts, (rows) => filled(withoutEmpty(rows))))
      return written && { samples, texts: written }
    },
  },
}

function codecOf<Key extends EditedKey>(key: Key): Codec<Key> {
  if (Object.hasOwn(OWN_CODECS, key)) return OWN_CODECS[key as keyof OwnDrafts] as unknown as Codec<Key>
  const { schema, fallback } = SETTINGS[key] as Setting
  const { type } = schema.def
  const codec = type === 'boolean' ? choice(fallback === true) : type === 'number' ? wholeNumber : text
  return codec as unknown as Codec<Key>
}

export function toDraft<Key extends EditedKey>(key: Key, value: SettingValues[Key] | undefined): Drafts[Key] {
  return codecOf(key).toDraft(value)
}

/** The value that these fields mean, which may be invalid; null for the default. */
export function toValue<Key extends EditedKey>(key: Key, draft: Drafts[Key]): unknown {
  return codecOf(key).toValue(draft)
}

/**
 * Returns what is to be edited when somebody else has changed the same setting; null when they contradict each other and neither is
 * preferred.
 */
export function mergeDrafts<Key extends EditedKey>(
  key: Key,
  versions: Versions<Drafts[Key]>,
  prefer?: 'mine' | 'theirs',
): Drafts[Key] | null {
  const { merge } = codecOf(key)
  if (merge) return merge(versions, prefer)
  return prefer ? versions[prefer] : null
}

/** The rows of a list in which something is written. */
export function withoutEmpty<Row extends object>(rows: readonly Row[]): Row[] {
  return rows.filter((row) => Object.values(row).some((cell) => String(cell).trim() !== ''))
}

export function splitLines(lines: string): string[] {
  return lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
}

const filled = <Item>(list: Item[]) => (list.length > 0 ? list : undefined)

/** A list may be empty in English, which others fall back to. */
function withEnglish<Item>(lists: Partial<PerLanguage<Item[]>> | null) {
  return lists && { en: [], ...lists }
}
