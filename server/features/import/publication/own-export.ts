import * as z from 'zod'
import { FORMAT, MARKER } from '#server/features/export/export-entry.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { readText, UnreadableSource } from '#server/platform/documents/source-file.ts'

/** An export of this program that is read back. */
export interface OwnExport {
  /** Of the site that it was made of, without a slash at the end. */
  siteUrl: string
  /** By their paths in the export. */
  files: ReadonlyMap<string, SourceFile>
}

/** A marker of ours has a hundred bytes. */
const MAX_MARKER_BYTES = 10_000

const marker = z.object({
  format: z.int().min(1),
  siteUrl: z
    .string()
    .max(500)
    .regex(/^https?:\/\/[^\s\p{C}]+$/u),
})

/**
 * The export that a source is, by its marker, which is at the root or in the one folder around everything; null for another source.
 * @throws UnreadableSource when it is of a later version, or damaged
 */
export async function findOwnExport({ files }: Pick<ImportSource, 'files'>): Promise<OwnExport | null> {
  const found = files
    .filter(({ path }) => path === MARKER || /^[^/]+\/[^/]+$/.test(path))
    .filter(({ path }) => path.split('/').at(-1) === MARKER)
    .toSorted((one, other) => one.path.length - other.path.length)[0]
  if (!found) return null
  const root = found.path.slice(0, -MARKER.length)
  const { format, siteUrl } = parseMarker((await readText(found, MAX_MARKER_BYTES))?.text ?? '')
  if (format > FORMAT)
    throw new UnreadableSource(
      `This export is in format ${format}, and this version of AI Watch reads formats up to ${FORMAT}. Update this site, and try again.`,
    )
  const inside = files.filter(({ path }) => path.startsWith(root))
  return {
    siteUrl: siteUrl.replace(/\/+$/, ''),
    files: new Map(inside.map((file) => [file.path.slice(root.length), file])),
  }
}

/** The id of an article, or of something else, of an export. */
export const ownSourceId = ({ siteUrl }: Pick<OwnExport, 'siteUrl'>, name: string) =>
  `ai-watch:${siteUrl}:${name}`

function parseMarker(text: string): z.infer<typeof marker> {
  try {
    return marker.parse(JSON.parse(text))
  } catch (cause) {
    throw new UnreadableSource(
      `${MARKER} is damaged, so it is unknown in which format this export is. Take it from the export again.`,
      { cause },
    )
  }
}

/** The files below a folder of an export, in the order of their names. */
export function filesBelow({ files }: OwnExport, folder: string, pattern: RegExp): [string, SourceFile][] {
  return [...files]
    .filter(([path]) => path.startsWith(folder) && pattern.test(path))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}
