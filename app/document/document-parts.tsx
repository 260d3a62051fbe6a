import { renderToStaticMarkup } from 'react-dom/server'
import type { BootSettings } from '#app/document/boot.ts'
import writeBootScript from '#app/document/boot.ts?script'
import { iconLinks, themeColorsOf } from '#app/document/constant-head.ts'
import { sectionStyles } from '#app/document/section-styles.ts'
import { divideStyles } from '#app/document/used-styles.ts'
import stylesheet from '#app/styles/app.css?inline'
import ebGaramond from '#app/styles/fonts/eb-garamond.woff2?url'
import hankenGrotesk from '#app/styles/fonts/hanken-grotesk.woff2?url'
import instrumentSans from '#app/styles/fonts/instrument-sans.woff2?url'
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

/** The parts that all documents of a publication have in common. */
interface DocumentParts {
  /** The colour of the browser's bars, which the boot script keeps to the theme, icons, and the fonts above the fold. Inserted before that script. */
  head: Buffer
  /** Selects the styles of a page, by its HTML and other classes. */
  styles: (html: string, classes?: ReadonlySet<string>) => Buffer
  /** The styles of every page. */
  allStyles: string
  boot: string
}

const usedStyles = divideStyles(stylesheet)

/** The parts by settings, which are another object after each change. */
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
    themeColors: themeColorsOf(settings),
  }
  const typeface = TYPEFACES[settings.type]
  const own = sectionStyles(settings) + lookCss(settings) + ownStyles(settings)
  const head = (
    <>
      <meta name="theme-color" content={boot.themeColors.light} />
      {iconLinks(settings).map((link) => (
        <link key={link.href} {...link} />
      ))}
      {typeface.preloads.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      {/* In development the style sheet of all pages is a file. */}
      {import.meta.env.DEV && <style>{typeface.css + own}</style>}
    </>
  )
  return {
    head: Buffer.from(renderToStaticMarkup(head)),
    styles: (html, classes) => Buffer.from(typeface.css + usedStyles(html, classes) + own),
    allStyles: typeface.css + stylesheet + own,
    boot: writeBootScript(boot),
  }
}

const LAYOUT_STYLES = { standard: '', dense: denseStyles, calm: calmStyles }

/** The styles of settings that differ from the default. */
function ownStyles(settings: Settings): string {
  const { front_page, notice } = settings
  // A notice may appear later.
  const hasNavigation = notice || Object.keys(ownNavigation(settings)).length > 0
  const ownFrontPage = isDefaultFrontPage(front_page)
    ? ''
    : frontPageStyles + LAYOUT_STYLES[front_page.layout]
  return ownFrontPage + (hasNavigation ? navigationStyles : '')
}
