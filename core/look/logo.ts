import type { Settings } from '#core/domain/settings.ts'
import { iconPath, isNamedAnew } from '#core/look/mark.ts'

type Logo = NonNullable<Settings['logo']>

/** The limit for an uploaded logo or icon. */
export const LOOK_FILE_MAX_BYTES = 1024 * 1024

/** The largest size in which pages show a logo, in CSS pixels. */
const BOX = { width: 260, height: 44 }

/** Scaled so that it fits, in whole pixels. */
export function fitLogo({ width, height }: { width: number; height: number }) {
  const scale = Math.min(BOX.width / width, BOX.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** A logo that is not the shipped one, for the header and the footer: only a name if there is no file. */
export type OwnLogo = Logo | { named: true; light?: undefined }

/** Null for the shipped logo. Two for the same settings are the same as JSON. */
export function ownLogoOf({ logo, site_name }: Pick<Settings, 'logo' | 'site_name'>): OwnLogo | null {
  if (!logo) return isNamedAnew({ site_name }) ? { named: true } : null
  const { light, dark, width, height, named } = logo
  return { light, dark, width, height, named }
}

/** The margin of the ground of a logo in mails, in CSS pixels. */
export const PLATE_MARGIN = 4

/**
 * The logo in mails, a PNG at an absolute address. It is on the paper of the light theme, because some programs turn a mail dark and leave
 * its pictures as they are. Null if the name is alone.
 */
export function mailLogoOf(
  look: Pick<Settings, 'logo' | 'site_name' | 'accent' | 'type' | 'icon'>,
  siteUrl: string,
): { src: string; width: number; height: number; named: boolean } | null {
  const { logo, accent } = look
  if (logo) {
    const { light, width, height, named } = logo
    const margin = 2 * PLATE_MARGIN
    return { src: `${siteUrl}/${light}.png`, width: width + margin, height: height + margin, named }
  }
  if (isNamedAnew(look)) return null
  if (accent) return { src: siteUrl + iconPath('icon-192.png', look), width: 40, height: 40, named: true }
  return { src: `${siteUrl}/mail-logo.png`, width: 48, height: 40, named: true }
}
