import type { FeedFailure } from '#core/domain/news-feed.ts'

/** The reason why there is no text of an item. */
export type ItemTextProblem =
  | FeedFailure
  | 'unknown'
  | 'reserved'
  | 'text_gone'
  | 'not_a_page'
  | 'no_text'
  | 'too_complex'

/** There is no text of an item, with what it is about, such as a status. */
export class ItemTextError extends Error {
  override name = 'ItemTextError'
  readonly problem: ItemTextProblem
  readonly detail: string

  constructor(problem: ItemTextProblem, detail = '', options?: ErrorOptions) {
    super(detail ? `${problem}: ${detail}` : problem, options)
    this.problem = problem
    this.detail = detail
  }
}

const PASTE = 'Open it in your browser and paste its text instead.'

/** Sentences that say what an editor can do about it. */
const SENTENCES: Record<ItemTextProblem, string> = {
  unknown: 'There is no such item any more.',
  reserved: `Its publisher reserves it from programs, so only its title and address are kept. ${PASTE}`,
  text_gone: 'Texts are kept for 30 days, and this one was pasted earlier. Paste it again.',
  not_a_page: `What is there is no page with a text, but a file. ${PASTE}`,
  no_text: `No text was found on this page: it may be a list of links, or be made in the browser. ${PASTE}`,
  too_complex: `This page is too large or too nested to be read. ${PASTE}`,
  name: 'There is no server of this name. Check the address.',
  private: 'This address leads into a private network, so it is not asked. Paste the text instead.',
  connection: 'The server cannot be reached, or broke off. Try again in a moment, or paste the text instead.',
  timeout: 'The server took too long. Try again in a moment, or paste the text instead.',
  redirects: `The server passes on from one address to the next without an end. ${PASTE}`,
  status: `The server does not give the page away. ${PASTE}`,
  gone: 'There is no page at this address any more.',
  too_large: `The page has more than 2 MB. ${PASTE}`,
  not_a_feed: `What is there is no page. ${PASTE}`,
  broken: `What the server sends cannot be read. ${PASTE}`,
  forbidden: `The server asks programs to stay away from this page (robots.txt). ${PASTE}`,
}

/** The sentence for a person, with the status of the server where there was one. */
export function describeTextProblem({ problem, detail }: ItemTextError): string {
  const said = /^[45]\d\d$/.test(detail) ? ` It answered with the status ${detail}.` : ''
  return SENTENCES[problem] + said
}
