const MORE_MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * A text in which no letter has more than thirty marks, as streams of Unicode have it, before it is normalized: that takes time that grows
 * with the square of the marks in a row.
 */
export const withFewMarks = (text: string): string => text.replace(MORE_MARKS, '$1')
