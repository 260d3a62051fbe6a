/** The longest slug that `CATEGORY_SLUG_PATTERN` accepts. */
export const CATEGORY_SLUG_MAX_LENGTH = 40

/** The address of a section; it has at most forty characters. */
export const CATEGORY_SLUG_PATTERN = /^(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*$/

export const isCategorySlug = (text: string) => CATEGORY_SLUG_PATTERN.test(text)

/** The section whose page lists the articles of all sections. It stays at its address. */
export const ALL_CATEGORIES_PAGE = 'news'

/** The sections of a new publication, in the order of the header. */
export const SHIPPED_SECTIONS = ['business', 'tech', 'opinion', 'hack', 'news']
/** The shipped sections in the order of the footer. */
export const SHIPPED_FOOTER = ['news', 'business', 'tech', 'hack', 'opinion']
