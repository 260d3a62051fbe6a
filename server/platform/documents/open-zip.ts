import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import yauzl from 'yauzl'
import { withFewMarks } from '#core/languages/fold-letters.ts'
import { type SourceFile, UnreadableSource } from '#server/platform/documents/source-file.ts'

/** The most files of a source. */
export const MAX_FILES = 150_000
/** The limit for all files of an archive together, unpacked. */
const MAX_UNPACKED_BYTES = 16 * 1024 ** 3
/** Deflate makes text at most this much smaller, unless somebody means harm. */
const MAX_RATIO = 200
/** Small files may be smaller still: a page of blank lines. */
const RATIO_FROM_BYTES = 8 * 1024 ** 2
const FILE_TYPE = 0o170000
const LINK = 0o120000
const UNIX = 3
const IS_UTF8 = 0x800
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** Hears of a file that is not offered, and why. */
export type Refuse = (path: string, why: string) => void

/** Returns true for files that are not part of an export: hidden files, files that programs leave behind, and other people's packages. */
export function isIgnoredPath(path: string): boolean {
  return /(?:^|\/)(?:\.(?!\.?(?:\/|$))|__MACOSX(?:\/|$)|node_modules(?:\/|$)|Thumbs\.db$)/.test(path)
}

/**
 * Lists the files of a zip, on disk or in memory, by its directory, and reads each when it is asked for. Paths that lead out of the
 * archive, links, encrypted files, a second file of the same name, and files that are far smaller than their unpacked contents, are not
 * offered.
 * @throws UnreadableSource
 */
export async function openZip(
  from: string | Buffer,
  name: string,
  refuse: Refuse,
): Promise<{ files: readonly SourceFile[]; close: () => Promise<void> }> {
  const options = { autoClose: false, decodeStrings: false }
  const opening =
    typeof from === 'string' ? yauzl.openPromise(from, options) : yauzl.fromBufferPromise(from, options)
  const zip = await opening.catch((cause: unknown) => {
    throw unreadable(name, cause)
  })
  const close = async () => zip.close()
  try {
    return { files: await listEntries(zip, name, refuse), close }
  } catch (error) {
    zip.close()
    throw error instanceof UnreadableSource ? error : unreadable(name, error)
  }
}

function unreadable(name: string, cause: unknown): UnreadableSource {
  return new UnreadableSource(
    `${name} is a damaged or incomplete zip file, so nothing of it was read. Download the export once more, and try again.`,
    { cause },
  )
}

async function listEntries(zip: ZipFile, name: string, refuse: Refuse): Promise<SourceFile[]> {
  const limit = MAX_FILES.toLocaleString('en-US')
  if (zip.entryCount > MAX_FILES) throw new UnreadableSource(`${name} has more than ${limit} files.`)
  const files: SourceFile[] = []
  const seen = new Set<string>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    const path = pathOf(entry)
    const refusal = refusalOf(entry, path, seen)
    if (path.endsWith('/') || isIgnoredPath(path)) continue
    if (refusal) {
      refuse(path, refusal)
      continue
    }
    seen.add(path)
    unpacked += entry.uncompressedSize
    if (unpacked > MAX_UNPACKED_BYTES)
      throw new UnreadableSource(
        `${name} unpacks to more than ${MAX_UNPACKED_BYTES / 1024 ** 3} GB. Import it in parts.`,
      )
    files.push({ path, size: entry.uncompressedSize, open: () => readEntry(zip, entry, path) })
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * The path of an entry, in composed characters, because macOS takes letters and their accents apart. Info-ZIP and macOS write UTF-8 without
 * saying so; Windows writes the code page of its console, which is 850 in Western Europe and has the same letters as 437.
 */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields, versionMadeBy }: Entry): string {
  const claimed = yauzl.getFileNameLowLevel(IS_UTF8, fileNameRaw, extraFields, false)
  const isDamaged = claimed.includes('\uFFFD') && !(generalPurposeBitFlag & IS_UTF8)
  if (!isDamaged) return withFewMarks(claimed).normalize('NFC')
  const name =
    versionMadeBy >> 8 === UNIX
      ? new TextDecoder('windows-1252').decode(fileNameRaw)
      : Array.from(fileNameRaw, (byte) => CODE_PAGE_850[byte - 128] ?? String.fromCharCode(byte)).join('')
  return name.replaceAll('\\', '/')
}

function refusalOf(entry: Entry, path: string, seen: ReadonlySet<string>): string | null {
  const { compressedSize, uncompressedSize, externalFileAttributes, versionMadeBy } = entry
  const isLink = versionMadeBy >> 8 === UNIX && ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK
  if (yauzl.validateFileName(path) !== null || path.includes('\0')) return 'path out of the archive'
  if (isLink) return 'link'
  if (entry.isEncrypted()) return 'encrypted'
  if (seen.has(path)) return 'second file of this name'
  if (!entry.canDecodeFileData()) return 'unknown compression'
  if (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > MAX_RATIO * Math.max(1, compressedSize))
    return 'unpacks to far more than it is'
  return null
}

async function* readEntry(zip: ZipFile, entry: Entry, path: string): AsyncIterable<Uint8Array> {
  let checksum = 0
  try {
    for await (const part of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(part, checksum)
      yield part
    }
    if (checksum !== entry.crc32) throw new Error('The checksum is another one.')
  } catch (cause) {
    const sentence = `${path} is damaged in the zip file. Download the export once more, and try again.`
    throw new UnreadableSource(sentence, { cause })
  }
}
