import { posix } from 'node:path'
import type { ImportFormat } from '#core/domain/site-import.ts'
import { MARKER } from '#server/features/export/export-entry.ts'
import { readFeed } from '#server/features/import/feed/read-feed.ts'
import { readGhost } from '#server/features/import/ghost/read-ghost.ts'
import type { ImportedItem, ReadSource, Report } from '#server/features/import/imported.ts'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import { withStoredNames } from '#server/features/import/stored-names.ts'
import { readSubstack } from '#server/features/import/substack/read-substack.ts'
import { readWordpress } from '#server/features/import/wordpress/read-wordpress.ts'
import { FEED_START } from '#server/platform/documents/feeds/xml-feed.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { readHead, UnreadableSource } from '#server/platform/documents/source-file.ts'

const READERS: Record<ImportFormat, ReadSource> = {
  ghost: readGhost,
  wordpress: readWordpress,
  substack: readSubstack,
  markdown: readMarkdown,
  feed: readFeed,
}

/** Reads a source in its format, and names the files that say nothing to it. @throws UnreadableSource */
export async function* readSource(
  source: ImportSource,
  format: ImportFormat,
  report: Report,
): AsyncIterable<ImportedItem> {
  const known = new Set<string>()
  const files = source.files.map((file) => ({
    ...file,
    open() {
      known.add(file.path)
      return file.open()
    },
  }))
  const naming: Report = (note) => {
    known.add(note.place.file)
    report(note)
  }
  for await (const item of READERS[format]({ ...source, files }, naming)) {
    if (item.kind === 'picture' && item.entry !== null) known.add(item.entry)
    yield withStoredNames(item)
  }
  reportUnread(
    files.filter(({ path }) => !known.has(path)),
    report,
  )
}

/** Names files by what they are, each kind with its first file. */
function reportUnread(files: readonly SourceFile[], report: Report): void {
  const first = new Map<string, string>()
  for (const { path } of files) {
    const what = posix.extname(path).toLowerCase() || posix.basename(path)
    const file = first.get(what) ?? path
    first.set(what, file)
    report({
      severity: 'info',
      kind: 'refused-file',
      place: { file, title: '', sourceId: '' },
      what,
      becomes: 'ignored',
    })
  }
}

const isOwnExport = ({ files }: ImportSource) =>
  files.some(({ path }) => path === MARKER || path.endsWith(`/${MARKER}`))

const HEAD_BYTES = 4_000

/** The format of a source, by its files and their beginnings. @throws UnreadableSource */
export async function findFormat(source: ImportSource): Promise<ImportFormat> {
  const { name, container, files } = source
  const paths = files.map(({ path }) => path)
  if (isOwnExport(source)) return 'markdown'
  // Other programs call their exports so too.
  const posts = files.find(({ path }) => /(?:^|\/)posts\.csv$/.test(path))
  const isSubstack = posts !== undefined && /^.*\bpost_id\b/.test(await readHead(posts, HEAD_BYTES))
  if (isSubstack) return 'substack'
  const hasDocuments = paths.some((path) =>
    /\.(?:mdx?|markdown|mkdn?|mkdown|mdown)$|(?:^|\/)_posts\/.*\.html?$/i.test(path),
  )
  const candidates =
    container === 'file' && !hasDocuments
      ? files
      : files.filter(({ path }) => /\.(?:json|xml|wxr|rss|atom)$/i.test(path))
  for (const file of candidates.slice(0, 20)) {
    const head = await readHead(file, HEAD_BYTES)
    if (/wordpress\.org\/export|wp:wxr_version/.test(head)) return 'wordpress'
    if (/"db"\s*:\s*\[/.test(head)) return 'ghost'
    // A site's own files are no export of another program.
    if (hasDocuments) continue
    if (/^\s*<!--/.test(head) || (FEED_START.test(head) && !/^\s*<!doctype html/i.test(head))) return 'feed'
    if (/^\s*\{/.test(head))
      return /"https:\/\/jsonfeed\.org\/version/.test(head.replaceAll('\\/', '/')) ? 'feed' : 'ghost'
  }
  if (hasDocuments) return 'markdown'
  throw new UnreadableSource(
    `${name} ${posts ? 'is no export of Substack (posts.csv has no column post_id), and ' : ''}is in none of the formats that can be imported: exports of Ghost, WordPress and Substack, Markdown files, and feeds.`,
  )
}
