/** Options of html-to-text for the text part: no wrapping, addresses between angle brackets, and a signature as in RFC 3676. */
const TEXT_PART = {
  wordwrap: false,
  selectors: [
    {
      selector: 'a',
      options: { linkBrackets: ['<', '>'] as [string, string], hideLinkHrefIfSameAsText: true },
    },
    ...['h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    {
      selector: 'hr[data-signature]',
      format: 'blockString',
      options: { string: '-- ', trailingLineBreaks: 1 },
    },
    { selector: 'p[data-signature]', format: 'paragraph', options: { leadingLineBreaks: 1 } },
  ],
}

/** Writes the text part of a mail for this HTML. The renderer is loaded with the first mail, because most processes never need it. */
export async function plainTextOf(html: string): Promise<string> {
  const { toPlainText } = await import('@react-email/render')
  return toPlainText(html, TEXT_PART)
}

/** Makes the text parts of many pieces, which together take longer than a turn. */
export async function plainTextsOf(pieces: string[]): Promise<string[]> {
  const texts: string[] = []
  for (const piece of pieces) texts.push(await plainTextOf(piece))
  return texts
}
