import type { BootSettings } from '#app/document/boot.ts'
import writeBootScript from '#app/document/boot.ts?script'
import { CONSTANT_HEAD, THEME_COLORS } from '#app/document/constant-head.ts'
import { HYDRATED_EVENT } from '#app/document/inline-parts.ts'
import { sectionStyles } from '#app/document/section-styles.ts'
import stylesheet from '#app/styles/app.css?inline'
import type { Settings } from '#core/domain/settings.ts'
import { DEFAULT_LANGUAGE, PREFERRED_LANGUAGE_KEY } from '#core/i18n/languages.ts'

/** What all documents of a publication have in common. */
export interface DocumentParts {
  /** Inserted before the boot script, which may change it. */
  head: Buffer
  styles: Buffer
  boot: string
}

/** By the settings, which are another object after each change. */
const known = new WeakMap<Settings, DocumentParts>()

export function documentPartsOf(settings: Settings): DocumentParts {
  const parts = known.get(settings) ?? makeParts(settings)
  known.set(settings, parts)
  return parts
}

function makeParts(settings: Settings): DocumentParts {
  const boot: BootSettings = {
    languages: settings.languages,
    unnamed: DEFAULT_LANGUAGE,
    key: PREFERRED_LANGUAGE_KEY,
    hydrated: HYDRATED_EVENT,
    themeColors: THEME_COLORS,
  }
  return {
    head: CONSTANT_HEAD,
    styles: Buffer.from(stylesheet + sectionStyles(settings)),
    boot: writeBootScript(boot),
  }
}
