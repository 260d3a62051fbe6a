import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import type { FileProblem, SiteFile } from '#core/domain/site-file.ts'
import { PAGE_FILE_MAX_BYTES, pageContent } from '#core/domain/site-file-pages.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { LOOK_FILE_MAX_BYTES } from '#core/look/logo.ts'
import { type NewLookFile, readLookFile } from '#server/platform/images/look/look-files.ts'
import type { LookUse } from '#server/platform/images/look/make-look-file.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'

/** The contents of the files that a site file names, by where it names them. */
export interface BesideFiles {
  pictures: ReadonlyMap<string, NewLookFile>
  texts: ReadonlyMap<string, string>
}

export const NOTHING_BESIDE: BesideFiles = { pictures: new Map(), texts: new Map() }

interface NamedFile {
  /** The place where the site file names it. */
  at: string
  path: string
}

/** The pictures of a logo; the dark one is null where the light one is shown in both themes, and undefined where it is made of that. */
export function picturesOfLogo(logo: NonNullable<SiteFile['logo']>): {
  light: NamedFile
  dark: NamedFile | null | undefined
  named: boolean
} {
  if (typeof logo === 'string') return { light: { at: 'logo', path: logo }, dark: undefined, named: false }
  const { light, dark, named = false } = logo
  return {
    light: { at: 'logo.light', path: light },
    dark: dark == null ? dark : { at: 'logo.dark', path: dark },
    named,
  }
}

/** Reads a file beside a site file, by the path that it names. @throws UnusableFile */
type ReadBeside = (path: string, max: number) => Promise<Buffer<ArrayBuffer>>

/** Reads files in a folder or below. */
export async function besideIn(folder: string): Promise<ReadBeside> {
  const root = await realpath(folder)
  return (path, max) => readBounded(root, path, max)
}

/** Reads the files that a site file names. Returns also what is wrong with each. */
export async function readBesideFiles(
  { logo, icon, pages }: SiteFile,
  { read: readBeside, worker }: { read: ReadBeside; worker: Pick<ImageWorker, 'makeLookFile'> },
): Promise<{ beside: BesideFiles; problems: FileProblem[] }> {
  const [pictures, texts] = [new Map<string, NewLookFile>(), new Map<string, string>()]
  const problems: FileProblem[] = []

  async function read<T>(
    { at, path, max }: { at: string; path: string; max: number },
    use: (bytes: Buffer<ArrayBuffer>) => Promise<T> | T,
  ): Promise<void> {
    try {
      await use(await readBeside(path, max))
    } catch (error) {
      if (!(error instanceof UnusableFile || error instanceof UnreadableImage)) throw error
      problems.push({ path: at, message: `${path} ${error.message.split('\n', 1)[0]}` })
    }
  }
  const readPicture = (at: string, path: string, use: LookUse) =>
    read({ at, path, max: LOOK_FILE_MAX_BYTES }, async (bytes) =>
      pictures.set(at, await readLookFile(worker, bytes, use)),
    )

  if (logo) {
    const { light, dark } = picturesOfLogo(logo)
    for (const one of [light, dark]) if (one) await readPicture(one.at, one.path, 'logo')
  }
  if (icon) await readPicture('icon', icon, 'icon')
  for (const [slug, page] of Object.entries(pages))
    for (const code of LANGUAGE_CODES) {
      const path = page?.[code]?.file
      const at = `pages.${slug}.${code}.file`
      if (path) await read({ at, path, max: PAGE_FILE_MAX_BYTES }, (bytes) => texts.set(at, textOf(bytes)))
    }
  return { beside: { pictures, texts }, problems }
}

/** A file cannot be used. The message continues its path. */
export class UnusableFile extends Error {}

const REASONS: Record<string, string> = {
  ENOENT: 'is not there.',
  ENOTDIR: 'is not there.',
  EACCES: 'cannot be read: this user may not.',
  ELOOP: 'is a link. Name the file itself.',
}

/** A link could lead to any file of this machine, and a pipe would never end. */
async function readBounded(root: string, path: string, max: number): Promise<Buffer<ArrayBuffer>> {
  const file = join(root, normalize(path))
  try {
    if (!file.startsWith(root + sep) && !root.endsWith(sep)) throw new UnusableFile('is a folder.')
    if ((await realpath(file)) !== file) throw new UnusableFile(REASONS.ELOOP)
    await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = await handle.stat()
    if (!stats.isFile()) throw new UnusableFile(stats.isDirectory() ? 'is a folder.' : 'is no file.')
    if (stats.size > max) throw new UnusableFile(`has more than ${max} bytes.`)
    return await handle.readFile()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw REASONS[code] ? new UnusableFile(REASONS[code]) : error
  }
}

function textOf(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (pageContent.safeParse(text).success) return text
  } catch {
    // It is no text.
  }
  throw new UnusableFile('is no text in Markdown, or an empty one.')
}
