import { createContext } from 'react'
import type { Settings } from '#core/domain/settings.ts'
import { mailLogoOf } from '#core/look/logo.ts'
import { SHIPPED_ACCENT } from '#core/look/mark.ts'
import { GROUNDS, type Palette, paletteOf } from '#core/look/palette.ts'

/** The look that all mails of a publication share. */
export interface MailLook {
  palette: Palette
  /** Null where the name stands alone. */
  logo: ReturnType<typeof mailLogoOf>
}

const DEFAULT_LOOK: MailLook = { palette: paletteOf(SHIPPED_ACCENT), logo: null }

const looks = new WeakMap<Settings, MailLook>()

/** The look of mails with these settings. Without the address of the site there is no logo. */
export function mailLookOf(settings: Settings | undefined, siteUrl: string | undefined): MailLook {
  if (!settings || siteUrl === undefined) return DEFAULT_LOOK
  const known = looks.get(settings)
  if (known) return known
  const look = {
    palette: paletteOf(settings.accent ?? SHIPPED_ACCENT),
    logo: mailLogoOf(settings, siteUrl),
  }
  looks.set(settings, look)
  return look
}

/** The look of the mail that is rendered. */
export const LookContext = createContext(DEFAULT_LOOK)

/** The colours of app/styles/tokens.css. Mails need them inline, so they are repeated here. */
export const PALETTE = {
  wash: GROUNDS.light.wash,
  paper: GROUNDS.light.paper,
  ink: GROUNDS.light.ink,
  faint: '#63676f',
  line: '#dcdcd6',
} as const

/** The sheet is the lighter of the two dark surfaces. */
const DARK = {
  wash: GROUNDS.dark.paper,
  paper: GROUNDS.dark.wash,
  ink: GROUNDS.dark.ink,
  faint: '#989ca5',
  line: '#2d3138',
} as const

export const SANS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const SERIF = "Georgia,'Times New Roman',serif"

/** The colour of a section's name in both themes. */
export type SectionColors = Readonly<Record<'light' | 'dark', string>>

/** Names of sections are class names with this before them. */
export const SECTION_CLASS = 's-'

/**
 * Media queries for the colour scheme and the width of the screen, which inline styles cannot have. Mail programs that know dark mode show these
 * colours instead of inverting the light ones themselves; Outlook says with attributes that it has changed a text or a background, for which
 * there is a sheet of its own, because Gmail may drop one that it does not understand. Programs that drop stylesheets lose nothing that they need.
 */
export function stylesheetsOf(
  palette: Palette,
  sections: ReadonlyMap<string, SectionColors>,
): [string, string] {
  const backgrounds = { wash: DARK.wash, paper: DARK.paper, fill: palette.brand }
  const texts = {
    ink: DARK.ink,
    faint: DARK.faint,
    'on-fill': palette.onBrand,
    ...Object.fromEntries([...sections].map(([slug, { dark }]) => [SECTION_CLASS + slug, dark])),
  }
  const rules = (property: string, colors: Record<string, string>, within = '') =>
    Object.entries(colors).map(([name, color]) => `${within}.${name} { ${property}: ${color} !important; }`)
  const base = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .paper { border-left-width: 0 !important; border-right-width: 0 !important; }
  .page { padding: 12px 0 32px !important; }
  .sheet { padding: 0 20px 28px !important; }
  .headline { font-size: 26px !important; line-height: 32px !important; }
  .lead { font-size: 23px !important; line-height: 29px !important; }
  .small { width: 96px !important; height: 64px !important; margin-left: 14px !important; }
}
@media (prefers-color-scheme: dark) {
  ${rules('background-color', backgrounds).join('\n  ')}
  ${rules('color', texts).join('\n  ')}
  .ink { border-color: ${DARK.ink} !important; }
  .paper, .line { border-color: ${DARK.line} !important; }
  .bar { border-top-color: ${palette.dark.mark} !important; }
  .quote { border-left-color: ${palette.dark.mark} !important; }
}
`
  const outlook = `
${rules('background-color', backgrounds, '[data-ogsb] ').join('\n')}
${rules('color', texts, '[data-ogsc] ').join('\n')}
`
  return [base, outlook]
}
