import { SaxesParser, type SaxesTagNS } from 'saxes'
import { UnreadableSource } from '#server/features/import/imported.ts'
import { ownText } from '#server/features/import/own-text.ts'
import { createAmpersandRepair } from '#server/features/import/xml/repair-ampersands.ts'
import { type XmlNode, xmlName } from '#server/features/import/xml/xml-node.ts'

export interface XmlRecord {
  node: XmlNode
  /** The name of the element around it. */
  parent: string
  isTooLarge: boolean
  /** What the first element of the file says. */
  root: ReadonlyMap<string, string>
}

interface XmlOptions {
  /** Whether an element is a record, by the names of those around it. */
  isRecord: (path: readonly string[]) => boolean
  /** Elements in records that are left out, with what is in them. */
  skipped?: ReadonlySet<string>
  /** In characters, of one record. */
  maxLength: number
  /** Where it is known already. */
  encoding?: string
}

/** The XML has no end, or is none; what came before is read. */
export class BrokenXml extends Error {
  constructor() {
    super('The XML ends early, or is none.')
    this.name = 'BrokenXml'
  }
}

/** How many characters may pass without a tag: the parser keeps them. */
const MAX_GAP = 64 * 1024 ** 2
const MAX_DEPTH = 500
/** What has more attributes in a tag, or more that is not well-formed in a record, is no XML that somebody wrote. */
const MAX_ATTRIBUTES = 1_000
const MAX_PROBLEMS = 1_000
/** Deeper elements of a record have no meaning of their own. */
const MAX_RECORD_DEPTH = 100

/**
 * Reads a stream of XML of any size, and yields its records. `report` hears of what is not well-formed, and the reading goes on.
 * @throws UnreadableSource when entities are defined
 * @throws BrokenXml when it ends early
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  { isRecord, skipped = new Set(), maxLength, encoding }: XmlOptions,
  report: (problem: string) => void,
): AsyncIterable<XmlRecord> {
  const parser = new SaxesParser({ xmlns: true })
  const names: string[] = []
  const open: XmlNode[] = []
  let records: XmlRecord[] = []
  let [length, gap, skippedDepth, attributes, problems] = [0, 0, 0, 0, 0]
  let root: ReadonlyMap<string, string> | undefined
  let hasEnd = false
  parser.on('error', ({ message }) => {
    problems += 1
    if (problems > MAX_PROBLEMS) throw new BrokenXml()
    report(message)
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) throw new BrokenXml()
  })
  parser.on('doctype', (text) => {
    if (/<!ENTITY|<!ELEMENT|\[/i.test(text))
      throw new UnreadableSource(
        'The file defines entities of its own, which no export needs. It was not read.',
      )
  })
  parser.on('opentag', (tag) => {
    gap = 0
    attributes = 0
    root ??= attributesOf(tag)
    const name = xmlName(tag.prefix, tag.local, tag.uri)
    if (names.length > MAX_DEPTH) throw new BrokenXml()
    const isOne = open.length === 0 && isRecord(names)
    names.push(name)
    if (open.length === 0 && !isOne) return
    if (skippedDepth > 0 || skipped.has(name) || open.length > MAX_RECORD_DEPTH) {
      skippedDepth += 1
      return
    }
    if (isOne) {
      length = 0
      problems = 0
    }
    const node: XmlNode = { name, attributes: attributesOf(tag), content: [] }
    length += name.length + 50
    if (length <= maxLength) open.at(-1)?.content.push(node)
    open.push(node)
  })
  const addText = (text: string) => {
    gap = 0
    if (skippedDepth > 0 || open.length === 0) return
    length += text.length
    if (length <= maxLength) open.at(-1)?.content.push(ownText(text))
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    gap = 0
    names.pop()
    if (names.length === 0) hasEnd = true
    if (skippedDepth > 0) {
      skippedDepth -= 1
      return
    }
    const node = open.pop()
    if (node && open.length === 0)
      records.push({
        node,
        parent: names.at(-1) ?? '',
        isTooLarge: length > maxLength,
        root: root ?? new Map(),
      })
  })
  for await (const text of decoded(bytes, encoding)) {
    gap += text.length
    if (gap > MAX_GAP) throw new BrokenXml()
    parser.write(text)
    const found = records
    records = []
    yield* found
  }
  if (!hasEnd) throw new BrokenXml()
}

function attributesOf(tag: SaxesTagNS): ReadonlyMap<string, string> {
  return new Map(Object.values(tag.attributes).map(({ name, value }) => [ownText(name), ownText(value)]))
}

/** Decodes by the mark at the beginning or the declaration; UTF-8 otherwise. */
async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding?: string): AsyncIterable<string> {
  let decoder: TextDecoder | undefined
  const { repair, end } = createAmpersandRepair()
  for await (const part of bytes) {
    decoder ??= new TextDecoder(encoding ?? encodingOf(part))
    yield repair(decoder.decode(part, { stream: true }))
  }
  yield repair(decoder?.decode() ?? '') + end()
}

function encodingOf(start: Uint8Array): string {
  const head = Buffer.from(start.subarray(0, 200)).toString('latin1')
  if (head.startsWith('\xff\xfe')) return 'utf-16le'
  if (head.startsWith('\xfe\xff')) return 'utf-16be'
  const declared =
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding=["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}
