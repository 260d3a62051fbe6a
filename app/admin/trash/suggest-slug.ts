import { SLUG_MAX_LENGTH } from '#core/domain/article-slug.ts'

/** Another slug like this one: 'harbour' becomes 'harbour-2', and that 'harbour-3'. */
export function suggestSlug(slug: string): string {
  const [, stem = slug, number = '1'] = /^(.+)-([1-9]\d{0,3})$/.exec(slug) ?? []
  const ending = `-${Number(number) + 1}`
  return stem.slice(0, SLUG_MAX_LENGTH - ending.length).replace(/-$/, '') + ending
}
