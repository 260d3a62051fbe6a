import type { Settings } from '#core/domain/settings.ts'
import { iconPath, isNamedAnew } from '#core/look/mark.ts'

type Logo = NonNullable<Settings['logo']>

/** Of an uploaded logo or icon. */
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

/** A logo that is not the shipped one, for the header and the footer. */
export interface OwnLogo {
  /** Empty where the name stands alone. */
  html: string
  named: boolean
}

/** Null for the shipped logo. Names of files were checked, and contain no markup. */
export function ownLogoOf({ logo, site_name }: Pick<Settings, 'logo' | 'site_name'>): OwnLogo | null {
  if (logo) return { html: logoHtml(logo), named: logo.named }
  return isNamedAnew({ site_name }) ? { html: '', named: true } : null
}

/** The link around it has a name, so the picture has none. Only the one that the theme shows is loaded. */
function logoHtml({ light, dark, width, height }: Logo): string {
  const image = (file: string, more: string) =>
    `<img class="own-logo${more} alt="" src="/${file}" width="${width}" height="${height}">`
  return dark
    ? image(light, ' on-light" loading="lazy"') + image(dark, ' on-dark" loading="lazy"')
    : image(light, '"')
}

/** Of the ground on which a logo stands in mails, in CSS pixels. */
export const PLATE_MARGIN = 4

/**
 * The logo in mails, a PNG at an absolute address. It stands on the paper of the light theme, because some programs turn a mail dark and leave
 * its pictures as they are. Null where the name stands alone.
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
