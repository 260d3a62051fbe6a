import { createContext } from 'react'
import type { Settings } from '#core/domain/settings.ts'
import { mailLogoOf } from '#core/look/logo.ts'
import { SHIPPED_ACCENT } from '#core/look/mark.ts'
import { type Palette, paletteOf } from '#core/look/palette.ts'

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
