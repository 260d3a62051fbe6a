import * as z from 'zod'
import { MARKER } from '#server/features/export/export-entry.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { readText, UnreadableSource } from '#server/platform/documents/source-file.ts'

/** An export of this program, which is read as the Markdown files that it has. */
export interface OwnExport {
  /** Of the site that it was made of, without a slash at the end. */
  siteUrl: string
  /** By their paths in the export. */
  files: ReadonlyMap<string, SourceFile>
}

/** A marker of ours has a hundred bytes. */
const MAX_MARKER_BYTES = 10_000

const marker = z.object({
  siteUrl: z
    .string()
    .max(500)
    .regex(/^https?:\/\/[^\s\p{C}]+$/u),
})

/** The ways for the parts that are neither articles, drafts of pages nor pictures, by the beginnings of their paths. */
const OTHER_WAYS: [RegExp, (found: string) => string][] = [
  [/^site\//, () => 'settings, sections and published pages: npm run setup -- --file site/site.json'],
  [/^subscribers\.csv$/, () => 'subscribers.csv: Newsletter → Subscribers → Import CSV'],
  [
    /^(?:newsletter|memory)(?=\/)|^(?:authors|redirects)\.json$|^glossary\.tbx$|^suppressed-addresses\.csv$/,
    (found) => `${found}: not taken; use restore`,
  ],
]

/**
 * The export that a source is, by its marker, which is at the root or in the one folder around everything; null for another source.
 * @throws UnreadableSource when its marker is damaged
 */
export async function findOwnExport({ files }: Pick<ImportSource, 'files'>): Promise<OwnExport | null> {
  const found = files
    .filter(({ path }) => path === MARKER || /^[^/]+\/[^/]+$/.test(path))
    .filter(({ path }) => path.split('/').at(-1) === MARKER)
    .toSorted((one, other) => one.path.length - other.path.length)[0]
  if (!found) return null
  const root = found.path.slice(0, -MARKER.length)
  const { siteUrl } = parseMarker((await readText(found, MAX_MARKER_BYTES))?.text ?? '')
  const inside = files.filter(({ path }) => path.startsWith(root))
  return {
    siteUrl: siteUrl.replace(/\/+$/, ''),
    files: new Map(inside.map((file) => [file.path.slice(root.length), file])),
  }
}

/** The id of an article, or of something else, of an export. */
export const ownSourceId = ({ siteUrl }: Pick<OwnExport, 'siteUrl'>, name: string) =>
  `ai-watch:${siteUrl}:${name}`

/** The articles, those in English first, because others are their translations, and drafts of pages. Other parts are named in the report. */
export function listOwnDocuments({ files }: OwnExport, report: Report): SourceFile[] {
  const articles: SourceFile[] = []
  const others: SourceFile[] = []
  for (const [path, file] of files) {
    if (/^articles\/en\/.*\.md$/.test(path)) articles.push(file)
    else if (/^(?:articles|site\/drafts)\/.*\.md$/.test(path)) others.push(file)
    else
      for (const [pattern, say] of OTHER_WAYS) {
        const [part] = pattern.exec(path) ?? []
        if (part !== undefined)
          notesAt({ file: file.path, title: '', sourceId: '' }, report).leaveOut(say(part))
      }
  }
  return [...articles, ...others]
}

function parseMarker(text: string): z.infer<typeof marker> {
  try {
    return marker.parse(JSON.parse(text))
  } catch (cause) {
    throw new UnreadableSource(
      `${MARKER} is damaged, so it is unknown of which site this export is. Take it from the export again.`,
      { cause },
    )
  }
}
