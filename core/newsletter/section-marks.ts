/**
 * The attribute of a paragraph that names the section of the story below it, in the section's colour. It may begin with the picture of the
 * story.
 */
export const SECTION_MARK = 'data-section'

/** The attribute of an item of a list, or a paragraph, that names its section beside the stories. */
export const PART_MARK = 'data-part'

/** Its value for content that is only in the whole issue. */
export const ONLY_WHOLE = '*'

/** The sections that are named in a sanitised content. */
export function sectionsOf(content: string): string[] {
  return [...new Set([...content.matchAll(/<p data-section="([^"]+)"/g)].map(([, slug = '']) => slug))]
}
