import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import type { BootSettings } from '#app/document/boot.ts'
import writeBootScript from '#app/document/boot.ts?script'
import { headOf, themeColorsOf } from '#app/document/constant-head.ts'
import { HYDRATED_EVENT } from '#app/document/inline-parts.ts'
import { sectionStyles } from '#app/document/section-styles.ts'
import stylesheet from '#app/styles/app.css?inline'
import ebGaramond from '#app/styles/fonts/eb-garamond.woff2?url'
import hankenGrotesk from '#app/styles/fonts/hanken-grotesk.woff2?url'
import libreFranklin from '#app/styles/fonts/libre-franklin.woff2?url'
import newsreader from '#app/styles/fonts/newsreader-display.woff2?url'
import schibstedGrotesk from '#app/styles/fonts/schibsted-grotesk.woff2?url'
import frontPageStyles from '#app/styles/front-page.css?inline'
import calmStyles from '#app/styles/front-page-calm.css?inline'
import denseStyles from '#app/styles/front-page-dense.css?inline'
import navigationStyles from '#app/styles/own-navigation.css?inline'
import classic from '#app/styles/typefaces/classic.css?inline'
import editorial from '#app/styles/typefaces/editorial.css?inline'
import grotesk from '#app/styles/typefaces/grotesk.css?inline'
import { isDefaultFrontPage, type Type } from '#core/domain/publication-settings.ts'
import type { Settings } from '#core/domain/settings.ts'
import { ownNavigation } from '#core/domain/site-links.ts'
import { DEFAULT_LANGUAGE, PREFERRED_LANGUAGE_KEY } from '#core/i18n/languages.ts'
import { lookCss } from '#core/look/look-css.ts'

/** The rules of each pair, and its two files that a page shows above the fold. */
const TYPEFACES: Record<Type, { css: string; preloads: readonly [string, string] }> = {
  editorial: { css: editorial, preloads: [newsreader, instrumentSans] },
  grotesk: { css: grotesk, preloads: [schibstedGrotesk, hankenGrotesk] },
  classic: { css: classic, preloads: [ebGaramond, libreFranklin] },
}

/** What all documents of a publication have in common. */
interface DocumentParts {
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
    themeColors: themeColorsOf(settings),
  }
  const typeface = TYPEFACES[settings.type]
  const own = sectionStyles(settings) + lookCss(settings) + ownStyles(settings)
  const head = headOf(settings, typeface.preloads)
  return {
    // In development the style sheet of all pages is a file.
    head: Buffer.from(import.meta.env.DEV ? `${head}<style>${typeface.css}${own}</style>` : head),
    styles: Buffer.from(typeface.css + stylesheet + own),
    boot: writeBootScript(boot),
  }
}

const LAYOUT_STYLES = { standard: '', dense: denseStyles, calm: calmStyles }

/** The styles of what differs from the default. */
function ownStyles(settings: Settings): string {
  const { front_page, notice } = settings
  // A notice may appear later.
  const hasNavigation = notice || Object.keys(ownNavigation(settings)).length > 0
  const ownFrontPage = isDefaultFrontPage(front_page)
    ? ''
    : frontPageStyles + LAYOUT_STYLES[front_page.layout]
  return ownFrontPage + (hasNavigation ? navigationStyles : '')
}
