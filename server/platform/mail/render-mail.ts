import type { ReactElement } from 'react'

/** How html-to-text makes the text part: without wrapping, with addresses between angle brackets, and with a signature as in RFC 3676. */
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

/** Renders both parts of a mail from one tree. The renderer is loaded with the first mail, because most processes never need it. */
export async function renderMail(mail: ReactElement): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(mail)
  return { html, text: `${toPlainText(html, TEXT_PART)}\n` }
}
