/** Shorter titles fit into the lines that a card has for them. */
const SHORTEST_CUT = 50

/** The whole of a title that a card may cut off, for its `title` attribute. */
export const wholeTitle = (title: string) => (title.length < SHORTEST_CUT ? undefined : title)
