import type { Category } from '#core/domain/article.ts'

/** Five inks, as the demo's pictures are printed with, and the colour that the site writes the category in. */
export interface Palette {
  paper: string
  ink: string
  base: string
  pale: string
  accent: string
  label: string
}

export const PALETTES: Record<Category, Palette> = {
  business: {
    paper: '#f4eee1',
    ink: '#152145',
    base: '#2f5fc4',
    pale: '#a9c4e6',
    accent: '#ee6a43',
    label: '#1d4fd7',
  },
  tech: {
    paper: '#f3eedb',
    ink: '#11302b',
    base: '#2b8460',
    pale: '#abd1b0',
    accent: '#f2b035',
    label: '#08734a',
  },
  opinion: {
    paper: '#f5ede6',
    ink: '#2b1b42',
    base: '#7350ab',
    pale: '#cbb9e2',
    accent: '#f4957a',
    label: '#7527c4',
  },
  hack: {
    paper: '#f6ecde',
    ink: '#341218',
    base: '#cc3a36',
    pale: '#f1b3a2',
    accent: '#6fbcb0',
    label: '#c01a30',
  },
  news: {
    paper: '#f6eddc',
    ink: '#2c1b1f',
    base: '#e56a2c',
    pale: '#f5c795',
    accent: '#1f7c82',
    label: '#b04300',
  },
}

/** For what belongs to the publication and to no category: the inks of its mark. */
export const PUBLICATION_PALETTE: Palette = {
  paper: '#f5efe3',
  ink: '#1d1b26',
  base: '#e4572e',
  pale: '#f0c3a4',
  accent: '#3f7f86',
  label: '#b04300',
}
