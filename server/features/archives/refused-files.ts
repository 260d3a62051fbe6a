/** Of a source. */
export const MAX_FILES = 150_000

/** What no export means to bring: hidden files, what programs leave behind, and other people's packages. */
export function isIgnoredPath(path: string): boolean {
  return /(?:^|\/)(?:\.(?!\.?(?:\/|$))|__MACOSX(?:\/|$)|node_modules(?:\/|$)|Thumbs\.db$)/.test(path)
}
