import type { Settings } from '#core/domain/settings.ts'
import { type Palette, paletteOf, type Theme } from '#core/look/palette.ts'

/** Overrides the style sheets of readers and of the desk, which have everything in layers. Paper keeps its black on white. */
export function lookCss({ accent, logo }: Pick<Settings, 'accent' | 'logo'>): string {
  return (
    (accent ? accentCss(paletteOf(accent)) : '') +
    (logo ? LOGO_CSS + (logo.named && logo.width > WIDE ? ALONE_CSS : '') : '')
  )
}

/** Style sheets with another look in place of their own. */
export function withLook(styles: string, look: Pick<Settings, 'accent' | 'logo'>): string {
  return styles.replace(ACCENT_CSS, '').replace(LOGO_CSS, '') + lookCss(look)
}

/** The output of `accentCss`. */
const ACCENT_CSS =
  /@media screen\{:root\{--color-brand:[^@]*?\.decoration-brand\{text-decoration-color:var\(--mark\)\}\}/

function accentCss(palette: Palette): string {
  const { brand, onBrand, light, dark } = palette
  const themed = (theme: Theme) => `--color-focus:${palette[theme].text};--mark:${palette[theme].mark}`
  return [
    '@media screen{',
    `:root{--color-brand:${brand};--color-on-brand:${onBrand};--color-accent:${light.text};${themed('light')}}`,
    `.dark,.night{${themed('dark')}}`,
    `.dark,.night:not([data-tone]){--color-accent:${dark.text}}`,
    // The parts that are seen beside the page, without text on them.
    '.border-brand,.border-accent.bg-wash{border-color:var(--mark)}.fill-brand{fill:var(--mark)}',
    '.bg-brand[aria-hidden]{background:var(--mark)}.decoration-brand{text-decoration-color:var(--mark)}}',
  ].join('')
}

const LOGO_CSS = [
  '.own-logo{width:auto;max-width:100%;max-height:2.75rem}.own-logo.on-dark{display:none}',
  '.dark .own-logo.on-dark,.night .own-logo.on-dark{display:block}',
  '.dark .own-logo.on-light,.night .own-logo.on-light{display:none}',
].join('')

/** From this width on, the header of a phone has no room for the name beside a logo; the link keeps the name. */
const WIDE = 80
const ALONE_CSS = '@media (width<48rem){:has(>.own-logo)+span{display:none}}'
