import type { Settings } from '#core/domain/settings.ts'
import { type IconLook, iconPath, markOf } from '#core/look/mark.ts'
import { paletteOf } from '#core/look/palette.ts'

/** The colours of the page in both themes, `paper` of app/styles/tokens.css. Without scripts a page is light. */
export const PAPER_COLORS = { light: '#fdfdfb', dark: '#131519' }

/** The colours of the browser's bars: of the page, or the accent above a light page. */
export function themeColorsOf({ accent }: Pick<Settings, 'accent'>): { light: string; dark: string } {
  return accent ? { ...PAPER_COLORS, light: paletteOf(accent).brand } : PAPER_COLORS
}

/**
 * What is the same in the head of every page: the colour of the browser's bars, which the boot script keeps to the theme, icons
 * (scripts/make-icons.ts), and the fonts above the fold. It is inserted after rendering, so that no script contains it. The size of
 * the ICO makes browsers that can draw SVG prefer that.
 */
export function headOf(settings: IconLook, preloads: readonly string[]): string {
  const icon = (name: string) => iconPath(name, settings)
  const mark = markOf(settings)
  const isDrawn = mark?.kind !== 'file' || mark.file.endsWith('.svg')
  return [
    `<meta name="theme-color" content="${themeColorsOf(settings).light}"/>`,
    `<link rel="icon" href="${icon('favicon.ico')}" sizes="32x32"/>`,
    isDrawn
      ? `<link rel="icon" href="${icon('favicon.svg')}" type="image/svg+xml"/>`
      : `<link rel="icon" href="${icon('icon-192.png')}" type="image/png"/>`,
    `<link rel="apple-touch-icon" href="${icon('apple-touch-icon.png')}"/>`,
    ...preloads.map(
      (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin="anonymous"/>`,
    ),
  ].join('')
}
