import type { Settings } from '#core/domain/settings.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { paletteOf } from '#core/look/palette.ts'
import { hashOf } from '#core/text-hash.ts'

export const SHIPPED_ACCENT = '#e4572e'

/** The mark of the publication where its name has no room. */
export type Mark =
  /** The shipped eye, in another colour. */
  | { kind: 'eye'; brand: string }
  /** The first letter of its name, on the accent. */
  | { kind: 'letter'; letter: string; isGrotesk: boolean; brand: string; onBrand: string }
  /** An icon of its own. */
  | { kind: 'file'; file: string }

/** The settings that decide about icons. */
export type IconLook = Pick<Settings, 'site_name' | 'accent' | 'type' | 'icon'>

/** Null for the shipped eye as it is, whose files are in public/. */
export function markOf({ site_name: name, accent, type, icon }: IconLook): Mark | null {
  if (icon) return { kind: 'file', file: icon.file }
  const { brand, onBrand } = paletteOf(accent ?? SHIPPED_ACCENT)
  if (isNamedAnew({ site_name: name }))
    return { kind: 'letter', letter: firstLetter(name), isGrotesk: type === 'grotesk', brand, onBrand }
  return accent ? { kind: 'eye', brand } : null
}

/** Returns true if it has a name of its own, so that the shipped eye is not its logo. */
export const isNamedAnew = ({ site_name: name }: Pick<IconLook, 'site_name'>) =>
  name !== DEFAULT_SITE_WORDS.site_name

/** The address of an icon of public/; if the publication has its own, the address changes with it. */
export function iconPath(name: string, look: IconLook): string {
  const mark = markOf(look)
  return mark ? `/${name}?v=${versionOf(mark)}` : `/${name}`
}

/** The absolute addresses of its own icons for feeds; null for the shipped ones. */
export function feedIcons(look: IconLook, siteUrl: string): { small: string; large: string } | null {
  if (!markOf(look)) return null
  return { small: siteUrl + iconPath('icon-192.png', look), large: siteUrl + iconPath('icon-512.png', look) }
}

/** A short version, different for another mark, or for any other JSON value. */
export const versionOf = (mark: unknown): string => hashOf(JSON.stringify(mark))

function firstLetter(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name.normalize('NFC'))?.[0] ?? '').toLocaleUpperCase('en')
}
