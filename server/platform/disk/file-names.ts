import { createHash } from 'node:crypto'

/** Names that Windows keeps for devices, whatever follows a dot. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const SAFE_SEGMENT = /^\w(?:[\w.-]*[\w-])?$/
/** Shorter than any file system allows, with room for an ending. */
const MAX_SEGMENT_LENGTH = 120
const MAX_PATH_LENGTH = 200

/** The name of a file for a slug. No slug has an underscore, so that two never get the same. */
export function nameOfSlug(slug: string): string {
  if (slug.length <= MAX_SEGMENT_LENGTH) return RESERVED.test(slug) ? `${slug}_` : slug
  return `${slug.slice(0, MAX_SEGMENT_LENGTH - 10)}_${hashOf(slug)}`
}

/**
 * Gives each stored name a path that no other has, also where capital and small letters are the same. Names that are safe keep theirs, if
 * they come in the order of their bytes.
 */
export function createPathNames(): (name: string) => string {
  const files = new Set<string>()
  const folders = new Set([RENAMED])
  return (name) => {
    const wanted = name.toLowerCase()
    const isFree =
      !files.has(wanted) && !folders.has(wanted) && !foldersOf(wanted).some((one) => files.has(one))
    const path = isSafe(name) && isFree ? name : safePath(name)
    files.add(path.toLowerCase())
    for (const folder of foldersOf(path.toLowerCase())) folders.add(folder)
    return path
  }
}

const RENAMED = 'renamed'

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** The ending belongs to files that are being written. */
const isSafe = (name: string): boolean =>
  name.length <= MAX_PATH_LENGTH &&
  !/\.partial$/i.test(name) &&
  name
    .split('/')
    .every((part) => part.length <= MAX_SEGMENT_LENGTH && SAFE_SEGMENT.test(part) && !RESERVED.test(part))

/** The readable rest of a name with a hash of the whole. The tilde keeps it apart from all safe names. */
function safePath(name: string): string {
  const [, ending = ''] = /(\.[a-z0-9]{1,5})$/i.exec(name) ?? []
  const readable = name
    .slice(0, name.length - ending.length)
    .replace(/[^\w-]+/g, '-')
    .slice(-60)
  return `${RENAMED}/${readable}~${hashOf(name)}${ending.toLowerCase()}`
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 9)

/** The path itself if it is safe as one of files, and otherwise another that is. */
export const safePathOf = (path: string): string => (isSafe(path) ? path : safePath(path))
