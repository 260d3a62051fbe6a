import type { CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/found.ts'

/** Names that are reserved for examples (RFC 2606 and RFC 6761), and what templates write instead of an address. */
const SAMPLE =
  /^(?:.+\.)?(?:example(?:\.(?:com|net|org|edu))?|invalid|test)$|^(?:www\.)?(?:your|my)-?(?:domain|site|website)\./
const TEMPLATE = /^(?:url|link|todo|tk|xxx|insert|here|placeholder|address)$/i

/** Links to a placeholder, such as example.com, that was meant to be replaced. */
export const sampleLink: CheckRule = ({ links, images }) =>
  [...links, ...images]
    .filter(({ address }) => isSample(address))
    .map(({ address, text, from, to }) =>
      found(
        { rule: 'sample_link', severity: 'problem', field: 'content', quote: address, place: { from, to } },
        text,
      ),
    )

/** Whether no page can be at an address, because it only stands for one. */
export function isSample(address: string): boolean {
  if (TEMPLATE.test(address)) return true
  const host = /^https?:\/\/([^/?#:]+)/i.exec(address)?.[1] ?? /^mailto:[^?]*@([^?]+)/i.exec(address)?.[1]
  return host !== undefined && SAMPLE.test(host.toLowerCase())
}
