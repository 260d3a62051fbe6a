export interface LinkedText {
  readonly before: string
  readonly link: string
  readonly after: string
}

/** Splits a message such as 'You agree to our <link>privacy policy</link>.', so that a component can render the link. */
export function splitLinkedText(text: string): LinkedText {
  const [, before = text, link = '', after = ''] = /^(.*?)<link>(.*?)<\/link>(.*)$/s.exec(text) ?? []
  return { before, link, after }
}
