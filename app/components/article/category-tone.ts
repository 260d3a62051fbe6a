/** The tones of the shipped sections (app/styles/tokens.css). */
const TONES = new Map([
  ['business', 'blue'],
  ['tech', 'green'],
  ['opinion', 'purple'],
  ['news', 'orange'],
  ['hack', 'red'],
])

/** The `data-tone` of what belongs to a section. The colour of a tone that is not shipped is in the styles of the publication. */
export function categoryTone(category: string): string {
  return TONES.get(category) ?? `_${category}`
}
