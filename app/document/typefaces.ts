import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import ebGaramond from '#app/styles/fonts/eb-garamond.woff2?url'
import hankenGrotesk from '#app/styles/fonts/hanken-grotesk.woff2?url'
import libreFranklin from '#app/styles/fonts/libre-franklin.woff2?url'
import newsreader from '#app/styles/fonts/newsreader-display.woff2?url'
import schibstedGrotesk from '#app/styles/fonts/schibsted-grotesk.woff2?url'
import classic from '#app/styles/typefaces/classic.css?inline'
import editorial from '#app/styles/typefaces/editorial.css?inline'
import grotesk from '#app/styles/typefaces/grotesk.css?inline'
import type { Type } from '#core/domain/publication-settings.ts'

/** The rules of each pair, and its two files that a page shows above the fold. */
export const TYPEFACES: Record<Type, { css: string; preloads: readonly [string, string] }> = {
  editorial: { css: editorial, preloads: [newsreader, instrumentSans] },
  grotesk: { css: grotesk, preloads: [schibstedGrotesk, hankenGrotesk] },
  classic: { css: classic, preloads: [ebGaramond, libreFranklin] },
}
