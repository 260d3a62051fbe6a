import type { IconPicture } from '#server/platform/images/look/draw-mark.ts'

/** The icons of public/, as they are drawn of a mark of the publication's own. */
export const ICONS = {
  'favicon.ico': { type: 'image/x-icon', picture: null },
  'favicon.svg': { type: 'image/svg+xml', picture: null },
  'apple-touch-icon.png': { type: 'image/png', picture: { size: 180, share: 0.742, isRound: false } },
  'icon-192.png': { type: 'image/png', picture: { size: 192, share: 0.742, isRound: false } },
  'icon-512.png': { type: 'image/png', picture: { size: 512, share: 0.742, isRound: false } },
  // Podcast directories ask for at least this size.
  'podcast-cover.png': { type: 'image/png', picture: { size: 1400, share: 0.64, isRound: false } },
  'icon-maskable-512.png': { type: 'image/png', picture: { size: 512, share: 0.64, isRound: false } },
} as const satisfies Record<string, { type: string; picture: IconPicture | null }>

export type IconName = keyof typeof ICONS
export const ICON_NAMES = Object.keys(ICONS) as IconName[]
