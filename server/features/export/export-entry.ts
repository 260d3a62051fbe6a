/** A file of an export. Its path has slashes, and is safe on every file system. */
export interface ExportEntry {
  path: string
  /** The content of the file. Large content is written as it comes. */
  content: string | Buffer | AsyncIterable<string>
}

/** The file by which a folder is known as an export. */
export const MARKER = 'ai-watch-export.json'

/** Raised when an older program could not read an export any more. */
export const FORMAT = 1

/** The folders that an export fills, and in which a later one removes what is no more. */
export const OWN_FOLDERS = ['articles', 'memory', 'newsletter', 'site', 'storage'] as const

export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
