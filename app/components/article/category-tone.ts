/** The `data-tone` of a section's elements: one of its own, whose colour is in app/styles/tokens.css or in the publication's styles. */
export const categoryTone = (category: string): string => `_${category}`
