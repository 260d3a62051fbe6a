import type { ImportNote } from '#core/domain/site-import.ts'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import type { ImportedArticle, ImportedItem, ReadSource } from '#server/features/import/imported.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'

interface ReadItems {
  items: ImportedItem[]
  articles: ImportedArticle[]
  notes: readonly ImportNote[]
  /** Notes as short texts: kind, what, and what it becomes. */
  told: string[]
  counts: ReadonlyMap<string, number>
}

/** Reads all of a source, and checks what holds for every format. @throws when it does not hold */
export async function readAll(read: ReadSource, source: ImportSource): Promise<ReadItems> {
  const { report, notes, counts } = collectNotes()
  const items: ImportedItem[] = []
  const known = new Set<string>()
  const ids = new Set<string>()
  for await (const item of read(source, report)) {
    items.push(item)
    if (item.kind === 'author' || item.kind === 'term') known.add(item.sourceId)
    if (item.kind !== 'article') continue
    if (ids.has(item.sourceId)) throw new Error(`${item.sourceId} comes twice`)
    ids.add(item.sourceId)
    for (const id of [...item.authors, ...item.categories, ...item.tags])
      if (!known.has(id)) throw new Error(`${id} is used before it is named`)
    for (const address of item.oldAddresses)
      if (!/^\/(?!\/)\S*$/.test(address)) throw new Error(`${address} is no path of a site`)
  }
  const articles = items.filter((item) => item.kind === 'article')
  for (const { translationOf } of articles)
    if (translationOf !== null && !ids.has(translationOf)) throw new Error(`${translationOf} is no article`)
  const told = notes.map(({ kind, what, becomes }) => `${kind}: ${what} → ${becomes}`)
  return { items, articles, notes, told, counts }
}

/** The texts of a file of expected Markdown, each after a comment with its name. */
export function expectedTexts(file: string): [name: string, markdown: string][] {
  return file
    .split(/^<!-- ([^\n]+) -->$/m)
    .slice(1)
    .reduce<[string, string][]>((pairs, part, index, parts) => {
      if (index % 2 === 0) pairs.push([part, (parts[index + 1] ?? '').trim()])
      return pairs
    }, [])
}

/** A file of a text, in parts of a few bytes, so that characters and tags are cut anywhere. */
export function memoryFile(path: string, content: string | Uint8Array, partLength = 1_000): SourceFile {
  const bytes = Buffer.from(content)
  return {
    path,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += partLength) yield bytes.subarray(at, at + partLength)
    },
  }
}

/** A source of files in memory: one, or a folder. */
export function memorySource(
  files: Record<string, string | Uint8Array> | string,
  partLength?: number,
): ImportSource {
  const close = async () => {}
  if (typeof files === 'string')
    return { name: 'export', container: 'file', files: [memoryFile('export', files, partLength)], close }
  const list = Object.entries(files).map(([path, content]) => memoryFile(path, content, partLength))
  return { name: 'folder', container: 'folder', files: list, close }
}
