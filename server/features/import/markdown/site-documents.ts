import { posix } from 'node:path'
import { ENDING, isBundle } from '#server/features/import/markdown/site-addresses.ts'
import { entryAddress, MAX_PATH_LENGTH } from '#server/features/import/markdown/site-pictures.ts'
import { withoutEnd } from '#server/features/import/text-end.ts'

export interface SiteDocuments {
  /** The address of the document that is meant by a path, the end of one, or a name, with or without its ending. */
  find: (name: string) => string | null
}

/** Documents link to each other by their names, and sites to paths below their folder of texts. */
export function listDocuments(paths: readonly string[]): SiteDocuments {
  const byName = new Map<string, string>()
  for (const path of paths) {
    const parts = keyOf(isBundle(path) ? posix.dirname(path) : path).split('/')
    for (const index of parts.keys()) {
      const name = parts.slice(index).join('/')
      if (!byName.has(name)) byName.set(name, entryAddress(path))
    }
  }
  return { find: (name) => byName.get(keyOf(isBundle(name) ? posix.dirname(name) : name)) ?? null }
}

const keyOf = (path: string) =>
  withoutEnd(path.replace(/^(?:\.{0,2}\/)+/, ''), '/')
    .replace(ENDING, '')
    .normalize('NFC')
    .toLowerCase()

/**
 * An address as seen from the root: that of a file is beside the document, any other beside the page that the document was. One that
 * leads out of the source stays as it is.
 */
export function fromRoot(address: string, path: string, page: string): string {
  if (address === '' || address.length > MAX_PATH_LENGTH || /^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(address))
    return address
  const isFile = /\.[a-z]\w{1,7}(?:[?#]|$)/i.test(address)
  const folder = isFile || page.endsWith('/') ? (isFile ? posix.dirname(path) : page) : posix.dirname(page)
  const whole = posix.normalize(posix.join(folder, address)).replace(/^\//, '').normalize('NFC')
  return whole.startsWith('..') ? address : `/${whole}`
}
