import Markdown from 'markdown-it'
import { createParser } from '#core/markdown/safe-html.ts'

const parser = createParser()
const { helpers } = new Markdown()

/** The address in the translation for a link of the source. Both as pages have them. */
export type MapAddress = (address: string) => string

/** The address that the page will have. */
export function mappedAddress(address: string, mapAddress: MapAddress): string {
  if (address === '') return address
  const mapped = mapAddress(address)
  return mapped === address ? address : parser.normalizeLink(mapped)
}

/** Writes an address as it is written in a link: in angle brackets if it would not be read as a whole otherwise. */
export function writeAddress(address: string): string {
  const { ok, pos, str } = helpers.parseLinkDestination(address, 0, address.length)
  if (ok && pos === address.length && str === address && !address.startsWith('<')) return address
  return `<${address.replace(/[\\<>&]/g, '\\$&')}>`
}

/** Writes a title between the quotation marks that it has. */
export function writeTitle(title: string, quote: string): string {
  const closing = quote === '(' ? '()' : quote
  return title
    .replaceAll('\n', ' ')
    .replace(/\\(?=[!-/:-@[-`{-~]|$)|&(?=#?\w{1,32};)/g, '\\$&')
    .replace(/["'()]/g, (character) => (closing.includes(character) ? `\\${character}` : character))
}
