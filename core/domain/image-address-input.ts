import { localImagePath } from '#core/domain/hero-image.ts'

/** The path of the files of articles, below the origin. */
const PUBLIC_FOLDER = '/storage/v1/object/public/article-images/'
/** A variant that a browser shows of an image of ours. */
const VARIANT = /^\/images\/\w+\/\d+(\/.+)$/
/** Other addresses of the same file in hosted Supabase's storage. */
const RENDERED = /^\/storage\/v1\/render\/image\/public\/article-images\//
/** Projects of hosted Supabase, whose files a site may have imported. */
const HOSTED = /^https:\/\/[a-z0-9]+\.supabase\.(?:co|in)$/

export type ImageAddress =
  | { kind: 'none' }
  /** An image of this site, stored relative to its origin. */
  | { kind: 'own'; address: string }
  /** A file of a Supabase project. If this site has a file of the same name, `ownAddress` is the address of that. */
  | { kind: 'hosted'; address: string; ownAddress: string }
  | { kind: 'elsewhere'; address: string }
  | { kind: 'invalid' }

/** Reads the address of an image that an editor typed or pasted on a page of this origin. */
export function readImageAddress(text: string, origin: string): ImageAddress {
  const typed = text.trim()
  if (typed === '') return { kind: 'none' }
  const relative = /^\/(?![/\\])/.test(typed)
  if (!relative && !/^https?:\/\/[^/]/i.test(typed)) return { kind: 'invalid' }
  const url = URL.parse(typed, origin)
  if (!url || url.username || url.password) return { kind: 'invalid' }
  const path = url.pathname.replace(VARIANT, '$1').replace(RENDERED, PUBLIC_FOLDER)
  if (url.origin === origin)
    return { kind: 'own', address: localImagePath(path) === null ? `${url.pathname}${url.search}` : path }
  // Pages load images over https only.
  if (url.protocol !== 'https:') return { kind: 'invalid' }
  if (HOSTED.test(url.origin) && path.startsWith(PUBLIC_FOLDER))
    return { kind: 'hosted', address: url.href, ownAddress: path }
  return { kind: 'elsewhere', address: url.href }
}

/** The name of a file of ours in its bucket; null for any other address. */
export function fileNameOf(address: string | null): string | null {
  if (!address?.startsWith(PUBLIC_FOLDER)) return null
  const path = address.slice(PUBLIC_FOLDER.length).replace(/[?#].*$/, '')
  try {
    return decodeURIComponent(path) || null
  } catch {
    return path
  }
}

/** The address of a file of ours, relative to the origin. */
export function fileAddress(name: string): string {
  return PUBLIC_FOLDER + name.split('/').map(encodeURIComponent).join('/')
}
