import type { Settings } from '#core/domain/settings.ts'
import { type IconLook, iconPath, markOf } from '#core/look/mark.ts'
import { paletteOf } from '#core/look/palette.ts'

/** The colours of the page in both themes, `paper` of app/styles/tokens.css. Without scripts a page is light. */
export const PAPER_COLORS = { light: '#fdfdfb', dark: '#131519' }

/** The colours of the browser's bars: of the page, or the accent above a light page. */
export function themeColorsOf({ accent }: Pick<Settings, 'accent'>): { light: string; dark: string } {
  return accent ? { ...PAPER_COLORS, light: paletteOf(accent).brand } : PAPER_COLORS
}

/** The icons (scripts/make-icons.ts), as attributes of links. The size of the ICO makes browsers that can draw SVG prefer that. */
export function iconLinks(
  settings: IconLook,
): { rel: string; href: string; sizes?: string; type?: string }[] {
  const icon = (name: string) => iconPath(name, settings)
  const mark = markOf(settings)
  const isDrawn = mark?.kind !== 'file' || mark.file.endsWith('.svg')
  return [
    { rel: 'icon', href: icon('favicon.ico'), sizes: '32x32' },
    isDrawn
      ? { rel: 'icon', href: icon('favicon.svg'), type: 'image/svg+xml' }
      : { rel: 'icon', href: icon('icon-192.png'), type: 'image/png' },
    { rel: 'apple-touch-icon', href: icon('apple-touch-icon.png') },
  ]
}
