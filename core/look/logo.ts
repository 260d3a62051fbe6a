import type { Settings } from '#core/domain/settings.ts'
import { isNamedAnew } from '#core/look/mark.ts'

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

/** The logo for mails: a picture of twice this size, at an absolute address. Null for the shipped logo. */
export function mailLogoOf(
  { logo }: Pick<Settings, 'logo'>,
  siteUrl: string,
): { light: string; dark: string; width: number; height: number; named: boolean } | null {
  if (!logo) return null
  const { light, dark, width, height, named } = logo
  const address = (file: string) => `${siteUrl}/${file}.png`
  return { light: address(light), dark: address(dark ?? light), width, height, named }
}
