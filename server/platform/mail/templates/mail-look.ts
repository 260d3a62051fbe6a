import { createContext } from 'react'
import type { Settings } from '#core/domain/settings.ts'
import { type Palette, paletteOf } from '#core/look/palette.ts'

/** The accent of app/styles/tokens.css. */
const DEFAULT_ACCENT = '#e4572e'

/** What makes all mails of a publication look alike. */
export interface MailLook {
  palette: Palette
  logo: MailLogo | null
}

interface MailLogo {
  /** A PNG: mail programs do not show SVG. */
  src: string
  width: number
  height: number
  /** Whether the name is written beside it. */
  named: boolean
}

const DEFAULT_LOOK: MailLook = { palette: paletteOf(DEFAULT_ACCENT), logo: null }

/** The eye of the icons on a ground of the colour of the sheet, so that it reads in dark mails too. */
const SHIPPED_LOGO = { path: '/mail-logo.png', width: 48, height: 40, named: true } as const

const looks = new WeakMap<Settings, MailLook>()

/** The look of mails with these settings. Without the address of the site there is no logo. */
export function mailLookOf(settings: Settings | undefined, siteUrl: string | undefined): MailLook {
  if (!settings || siteUrl === undefined) return DEFAULT_LOOK
  const known = looks.get(settings)
  if (known) return known
  const { path, ...logo } = SHIPPED_LOGO
  const look = {
    palette: paletteOf(settings.accent ?? DEFAULT_ACCENT),
    logo: { src: siteUrl + path, ...logo },
  }
  looks.set(settings, look)
  return look
}

/** The look of the mail that is rendered. */
export const LookContext = createContext(DEFAULT_LOOK)
