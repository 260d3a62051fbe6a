/** The `data-tone` of what belongs to a section: one of its own, whose colour is in app/styles/tokens.css or in the styles of the publication. */
export const categoryTone = (category: string): string => `_${category}`
