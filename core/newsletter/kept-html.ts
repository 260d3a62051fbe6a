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

/** The elements of a newsletter's content that mails keep. The subject is the headline, so that the content has no `h1`. */
export const KEPT_ELEMENTS: readonly string[] = [
  ...['p', 'div', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br'],
  ...['a', 'strong', 'em', 's', 'sub', 'sup', 'small', 'code', 'img'],
]

/** The attributes that mails keep, by element; `*` is for all of them. */
export const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '*': ['lang'],
  a: ['href', 'hreflang'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  li: [PART_MARK],
  p: [SECTION_MARK, PART_MARK],
}

/** The addresses that mails keep. The sanitiser is stricter still. */
export const KEPT_LINK = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i
export const KEPT_PICTURE = /^(?:https:\/\/|\/(?![/\\]))/i
