// Five inks per category: one hue, its dark and pale relatives, warm paper, and one spot colour.

export interface Palette {
  readonly paper: string
  readonly ink: string
  readonly base: string
  readonly pale: string
  readonly accent: string
}

export type Category = 'news' | 'tech' | 'business' | 'opinion' | 'hack'
export type Ink = keyof Palette

export const palettes: Record<Category, Palette> = {
  news: { paper: '#f6eddc', ink: '#2c1b1f', base: '#e56a2c', pale: '#f5c795', accent: '#1f7c82' },
  tech: { paper: '#f3eedb', ink: '#11302b', base: '#2b8460', pale: '#abd1b0', accent: '#f2b035' },
  business: { paper: '#f4eee1', ink: '#152145', base: '#2f5fc4', pale: '#a9c4e6', accent: '#ee6a43' },
  opinion: { paper: '#f5ede6', ink: '#2b1b42', base: '#7350ab', pale: '#cbb9e2', accent: '#f4957a' },
  hack: { paper: '#f6ecde', ink: '#341218', base: '#cc3a36', pale: '#f1b3a2', accent: '#6fbcb0' },
}
