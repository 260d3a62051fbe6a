import type { ListedArticle } from '#core/domain/hero-image.ts'
import type { SettingValues } from '#core/domain/settings.ts'

export type FrontPageSetting = SettingValues['front_page']
export type FrontPageLayout = FrontPageSetting['layout']
export type FrontPageBlock = FrontPageSetting['blocks'][number]

interface FrontPageSizes {
  latest: number
  /** The ones that have a picture: from the first index up to the second. */
  pictures: readonly [from: number, to: number]
  /** The number of articles in each category. */
  section: number
  /** True if the first one of a category has a picture. */
  sectionPicture: boolean
}

/** The number of the newest articles that the dense layout shows beside its first story. */
export const DENSE_RAIL = 7

export const FRONT_PAGE_SIZES: Record<FrontPageLayout, FrontPageSizes> = {
  standard: { latest: 6, pictures: [0, 6], section: 3, sectionPicture: true },
  dense: {
    latest: DENSE_RAIL + 12,
    pictures: [DENSE_RAIL, DENSE_RAIL + 4],
    section: 5,
    sectionPicture: true,
  },
  calm: { latest: 4, pictures: [0, 4], section: 2, sectionPicture: false },
}

/** The content of a front page that differs from the default. */
export interface OwnFrontPage {
  own: FrontPageSetting
  /** The featured article; in another layout than `standard` the newest one where none is featured. */
  featured: ListedArticle | null
  latest: ListedArticle[]
  sections: { category: string; articles: ListedArticle[] }[]
}
