import { posix } from 'node:path'
import type { SourceFile } from '#server/platform/documents/source-file.ts'

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i
/** Folders that generators put at the root of a site. */
const ROOTS = ['', 'static', 'public', 'assets', 'src/assets', 'source']

/** A path of steps takes the square of its length. */
export const MAX_PATH_LENGTH = 2_000

export interface SitePictures {
  /** The entry that an address in a document means; null for one elsewhere, or none. */
  find: (address: string, document: string) => string | null
}

/** The pictures of a source by their paths and names. */
export function listPictures(files: readonly SourceFile[]): SitePictures {
  const paths = new Set<string>()
  const byName = new Map<string, string>()
  for (const { path } of files) {
    if (!PICTURE.test(path)) continue
    paths.add(path)
    const name = posix.basename(path).toLowerCase()
    if (!byName.has(name)) byName.set(name, path)
  }
  const roots = rootsOf(files)
  return {
    find(address, document) {
      if (address.length > MAX_PATH_LENGTH || /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address)) return null
      const written = decoded(address.replace(/[?#].*$/s, '')).normalize('NFC')
      const beside = posix.normalize(posix.join(posix.dirname(document), written)).replace(/^\.\//, '')
      if (!written.startsWith('/') && paths.has(beside)) return beside
      for (const root of roots) {
        const path = posix.normalize(posix.join(root, written)).replace(/^\//, '')
        if (paths.has(path)) return path
      }
      // Notes name pictures without their folders.
      return written.includes('/') ? null : (byName.get(written.toLowerCase()) ?? null)
    },
  }
}

/** A zip often has one folder around everything. */
function rootsOf(files: readonly SourceFile[]): string[] {
  const tops = new Set(files.map(({ path }) => path.split('/')[0] ?? ''))
  const [top = ''] = tops
  const isAround = tops.size === 1 && files.every(({ path }) => path.includes('/'))
  return isAround ? [...ROOTS, ...ROOTS.map((root) => posix.join(top, root))] : ROOTS
}

/** The address by which texts name a picture of the source: its path, as an address of this site. */
export function entryAddress(entry: string): string {
  return `/${entry
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()']/g, percent))
    .join('/')}`
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
