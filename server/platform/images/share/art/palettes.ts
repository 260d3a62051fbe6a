import type { Category } from '#core/domain/article.ts'

/** Five inks, the same as in the demo's pictures, and the colour of the category's name on the site. */
export interface Palette {
  paper: string
  ink: string
  base: string
  pale: string
  accent: string
  label: string
}

type Inks = [paper: string, ink: string, base: string, pale: string, accent: string, label: string]

const mix = (...[paper, ink, base, pale, accent, label]: Inks): Palette => ({
  paper,
  ink,
  base,
  pale,
  accent,
  label,
})

export const PALETTES: Record<Category, Palette> = {
  business: mix('#f4eee1', '#152145', '#2f5fc4', '#a9c4e6', '#ee6a43', '#1d4fd7'),
  tech: mix('#f3eedb', '#11302b', '#2b8460', '#abd1b0', '#f2b035', '#08734a'),
  opinion: mix('#f5ede6', '#2b1b42', '#7350ab', '#cbb9e2', '#f4957a', '#7527c4'),
  hack: mix('#f6ecde', '#341218', '#cc3a36', '#f1b3a2', '#6fbcb0', '#c01a30'),
  news: mix('#f6eddc', '#2c1b1f', '#e56a2c', '#f5c795', '#1f7c82', '#b04300'),
}

/** The inks of the publication's logo, for images that belong to no category. */
export const PUBLICATION_PALETTE = mix('#f5efe3', '#1d1b26', '#e4572e', '#f3c6a5', '#2f6f78', '#1d1b26')
