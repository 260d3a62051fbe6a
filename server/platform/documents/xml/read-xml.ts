import { SaxesParser, type SaxesTagNS } from 'saxes'
import { encodingOf } from '#server/platform/documents/decode-page.ts'
import { ownText, UnreadableSource } from '#server/platform/documents/source-file.ts'
import { baseOf, type XmlNode, xmlName } from '#server/platform/documents/xml/xml-node.ts'

export interface XmlRecord {
  node: XmlNode
  /** The name of the element around it. */
  parent: string
  isTooLarge: boolean
  /** The base address inherited from the elements around it; empty without one. */
  base: string
  /** The attributes of the root element. */
  root: ReadonlyMap<string, string>
  /** The number of elements that were left out, by name. */
  left: ReadonlyMap<string, number>
}

interface XmlOptions {
  /** Returns true if an element is a record, by the names of its ancestors and its own. */
  isRecord: (path: readonly string[], name: string) => boolean
  /** Elements in records that are left out, with their contents. */
  skipped?: ReadonlySet<string>
  /** The longest record, in characters. */
  maxLength: number
  /** The encoding, if it is known already. */
  encoding?: string
  /** The address of the document. */
  base?: string
  /** The first tag of a document. Text that a server has written before it is left out. */
  start?: RegExp
}

/** The XML is incomplete, or not XML; the part before is read. */
export class BrokenXml extends Error {
  constructor() {
    super('The XML ends early, or is none.')
    this.name = 'BrokenXml'
  }
}

/** The most characters without a tag, because the parser holds them in memory. */
const MAX_GAP = 64 * 1024 ** 2
const MAX_DEPTH = 500
/** Nobody has written XML with more attributes in a tag, or with more that is not well-formed in a record. */
const MAX_ATTRIBUTES = 1_000
const MAX_PROBLEMS = 1_000
/** Deeper elements of a record have no meaning of their own. */
const MAX_RECORD_DEPTH = 100

/**
 * Reads a stream of XML of any size, and yields its records. `report` is called for parts that are not well-formed, and reading continues.
 * @throws UnreadableSource when entities are defined
 * @throws BrokenXml when it ends early
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  { isRecord, skipped = new Set(), maxLength, encoding, base = '', start }: XmlOptions,
  report: (problem: string) => void,
): AsyncIterable<XmlRecord> {
  const parser = new SaxesParser({ xmlns: true })
  const names: string[] = []
  const open: XmlNode[] = []
  let records: XmlRecord[] = []
  let left = new Map<string, number>()
  let [length, gap, skippedDepth, attributes, problems] = [0, 0, 0, 0, 0]
  const bases = [base]
  let root: SaxesTagNS | undefined
  let ofRoot: ReadonlyMap<string, string> = new Map()
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
    if (!root) ofRoot = attributesOf(tag)
    root ??= tag
    const name = xmlName(tag, root)
    if (names.length > MAX_DEPTH) throw new BrokenXml()
    const isOne = open.length === 0 && isRecord(names, name)
    bases.push(baseOf(tag.attributes['xml:base']?.value, bases.at(-1) ?? ''))
    names.push(name)
    if (open.length === 0 && !isOne) return
    if (skippedDepth > 0 || skipped.has(name) || open.length > MAX_RECORD_DEPTH) {
      if (skippedDepth === 0 && skipped.has(name)) left.set(name, (left.get(name) ?? 0) + 1)
      skippedDepth += 1
      return
    }
    if (isOne) {
      left = new Map()
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
    bases.pop()
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
        base: bases.at(-1) ?? '',
        root: ofRoot,
        left,
      })
  })
  for await (const text of decoded(bytes, encoding, start)) {
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

/** The number of bytes from which the encoding and the beginning of a document are found. */
const HEAD_BYTES = 64 * 1024

async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  start: RegExp | undefined,
): AsyncIterable<string> {
  const { repair, end } = createAmpersandRepair()
  let decoder: TextDecoder | undefined
  let waiting: Uint8Array[] = []
  let length = 0
  let before = 0
  function* decode(): Iterable<string> {
    if (!decoder) {
      const head = Buffer.concat(waiting)
      decoder = new TextDecoder(encoding ?? encodingOf(head, '', true))
      before = Math.max(0, start ? head.toString('latin1').search(start) : 0)
    }
    for (const part of waiting) {
      yield repair(decoder.decode(part.subarray(before), { stream: true }))
      before = Math.max(0, before - part.length)
    }
    waiting = []
  }
  for await (const part of bytes) {
    waiting.push(part)
    length += part.length
    if (decoder || length >= HEAD_BYTES) yield* decode()
  }
  yield* decode()
  yield repair(decoder?.decode() ?? '') + end()
}

/** An ampersand that begins no reference. The parser would look for the end of its name in all that follows. */
const STRAY = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});)/gi
const CDATA = '<![CDATA['
const CDATA_END = ']]>'
/** Longer than any reference and any mark of a section. */
const MAX_MARK_LENGTH = 40

/** Writes stray ampersands of XML as references, in the parts of a stream. Older exports have them in addresses. */
function createAmpersandRepair(): { repair: (part: string) => string; end: () => string } {
  let carried = ''
  let isInSection = false
  const repairWhole = (text: string): string => {
    const parts: string[] = []
    let at = 0
    while (at < text.length) {
      const mark = isInSection ? CDATA_END : CDATA
      const found = text.indexOf(mark, at)
      const end = found === -1 ? text.length : found + mark.length
      const part = text.slice(at, end)
      parts.push(isInSection ? part : part.replace(STRAY, '&amp;'))
      if (found !== -1) isInSection = !isInSection
      at = end
    }
    return parts.join('')
  }
  return {
    repair(part) {
      const text = carried + part
      // A mark that may continue in the next part is carried over to it.
      const from = Math.max(0, text.length - MAX_MARK_LENGTH)
      const mark = text.slice(from).search(/[&<\]]/)
      const found = mark === -1 ? text.length : from + mark
      // The mark of an end has two brackets.
      const end = text[found - 1] === ']' ? Math.max(0, found - 2) : found
      carried = text.slice(end)
      return repairWhole(text.slice(0, end))
    },
    end: () => repairWhole(carried),
  }
}
