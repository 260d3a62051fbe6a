import type { ReactElement } from 'react'

/** The text part is what is read in the HTML part: paragraphs as they are, and a signature as RFC 3676 marks it. */
const TEXT_PART = {
  wordwrap: false,
  selectors: [
    { selector: 'hr', format: 'blockString', options: { string: '-- ', trailingLineBreaks: 1 } },
    { selector: 'p[data-signature]', format: 'paragraph', options: { leadingLineBreaks: 1 } },
  ],
}

/** Both parts of a mail from one tree. The renderer is loaded with the first mail: most processes never need it. */
export async function renderMail(mail: ReactElement): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(mail)
  return { html, text: `${toPlainText(html, TEXT_PART)}\n` }
}
