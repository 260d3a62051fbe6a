import { linkAddress, type Resolve } from '#core/from-html/addresses.ts'
import { type Alignment, type Block, BOLD, ITALIC, type Link, STRUCK } from '#core/from-html/document.ts'
import * as elements from '#core/from-html/elements.ts'
import { type Footnotes, findFootnotes } from '#core/from-html/find-footnotes.ts'
import { addBlock, blocksOf, type Frame } from '#core/from-html/frames.ts'
import type { Attributes, HtmlEvent, HtmlOptions } from '#core/from-html/html-events.ts'
import { isTracker, type Media, mediaLink, oneLine, readImage, readMedia } from '#core/from-html/media.ts'
import { alignmentOf, newFrame } from '#core/from-html/new-frame.ts'
import { codeLanguage, isCodeBlock, OpenCode } from '#core/from-html/open-code.ts'
import { cleanText, isVisible, OpenLine, paragraphOf } from '#core/from-html/open-line.ts'
import { raiseText } from '#core/markdown/raised-text.ts'

/** The most elements that are open at once; deeper ones have no meaning of their own. */
const MAX_OPEN = 200

/** The open elements, each with the function for its end, also when its closing tag is missing. */
class OpenElements {
  readonly #open: { name: string; leave: () => void; language?: string }[] = []
  #tooDeep = 0

  /** `isSkipped`: its content is left out, however deep it is. */
  push(name: string, leave: () => void, isSkipped = false): void {
    if (this.#open.length < (isSkipped ? 2 : 1) * MAX_OPEN) this.#open.push({ name, leave })
    else {
      leave()
      this.#tooDeep += 1
    }
  }

  /** Sets the language of code in the innermost element. */
  set language(language: string) {
    const innermost = this.#open.at(-1)
    if (innermost) innermost.language = language
  }

  /** The language that the nearest element around code names. */
  get language(): string {
    return this.#open.findLast(({ language }) => language)?.language ?? ''
  }

  /** Ends the element of a closing tag. */
  close(name: string, { within, isSkipped }: { within: ReadonlySet<string>; isSkipped: boolean }): void {
    if (isSkipped && this.#open.at(-1)?.name === name) this.#leave()
    else if (this.#tooDeep > 0) this.#tooDeep -= 1
    else this.closeWithin(name, within)
  }

  /** Ends the nearest element of that name, unless one of the others is inside it. */
  closeWithin(name: string, within: ReadonlySet<string>): void {
    this.closeFirst(new Set([name]), within)
  }

  /** Ends the nearest element with one of the first names, unless one of the others comes before it. */
  closeFirst(names: ReadonlySet<string>, within: ReadonlySet<string>): void {
    const at = this.#open.findLastIndex((open) => names.has(open.name) || within.has(open.name))
    if (at === -1 || !names.has(this.#open[at]?.name ?? '')) return
    while (this.#open.length > at) this.#leave()
  }

  closeAll(): void {
    while (this.#open.length > 0) this.#leave()
  }

  #leave(): void {
    this.#open.pop()?.leave()
  }
}

/** The marks of text at a place: the elements around it are counted, in whatever order they end. */
class TextMarks {
  readonly counts = { bold: 0, italic: 0, struck: 0, code: 0, verse: 0, skipped: 0 }
  link: Link | null = null
  raised: 'sup' | 'sub' | null = null

  write(line: OpenLine, text: string): void {
    const { bold, italic, struck, code } = this.counts
    const marks = (bold && BOLD) | (italic && ITALIC) | (struck && STRUCK)
    if (code > 0) line.addCode(text, marks, this.link)
    else line.addText(this.raised ? raiseText(text, this.raised) : text, marks, this.link)
  }

  /** Writes lines that readers see as lines. */
  writeLines(line: OpenLine, text: string): void {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0 && !line.isEmpty) line.add({ type: 'break' })
      this.write(line, part)
    }
  }
}

/** Builds the blocks of a document. */
export function buildDocument(
  events: readonly HtmlEvent[],
  options: HtmlOptions,
  isTaken?: (label: string) => boolean,
): Block[] {
  const builder = new DocumentBuilder(options, findFootnotes(events, isTaken))
  for (const [index, event] of events.entries()) builder.read(event, index)
  return builder.end()
}

class DocumentBuilder {
  readonly #options: HtmlOptions
  readonly #resolve: Resolve
  readonly #footnotes: Footnotes
  readonly #open = new OpenElements()
  readonly #frames: FrameStack
  readonly #line = new OpenLine()
  readonly #marks = new TextMarks()
  readonly #counts = this.#marks.counts
  #heading = 0
  /** Text that is code, with its spaces. */
  #code: OpenCode | null = null
  #media: Media | null = null

  constructor(options: HtmlOptions, footnotes: Footnotes) {
    this.#options = options
    this.#resolve = options.resolve ?? ((address) => address)
    this.#footnotes = footnotes
    this.#frames = new FrameStack(options.report)
  }

  read(event: HtmlEvent, index: number): void {
    if (event.type === 'text') this.#text(cleanText(event.text))
    else if (event.type === 'comment') this.#options.comment?.(event.text)
    else if (event.type === 'close') this.#close(event.name)
    else if (elements.VOID.has(event.name)) this.#void(event.name, event.attributes, index)
    else this.#start(event.name, event.attributes, index)
  }

  end(): Block[] {
    this.#open.closeAll()
    this.#flush()
    return this.#frames.blocks
  }

  #text(text: string): void {
    if (this.#counts.skipped > 0) return
    if (this.#code) this.#code.add(text)
    else if (/^(?:row|table|list)$/.test(this.#frames.top.type) && text.trim() === '') return
    else if (this.#counts.verse > 0) this.#marks.writeLines(this.#line, text)
    else if (this.#options.hasLines) {
      const parts = text.replace(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/)
      for (const [index, part] of parts.entries()) {
        if (index > 0) this.#flush()
        this.#marks.writeLines(this.#line, part)
      }
    } else this.#marks.write(this.#line, text)
  }

  #start(name: string, attributes: Attributes, index: number): void {
    const label = this.#footnotes.references.get(index)
    if (this.#counts.skipped > 0) this.#count('skipped', name)
    else if (label !== undefined) {
      this.#line.add({ type: 'footnote', label })
      this.#count('skipped', name)
    } else if (this.#isSkipped(name, attributes, index)) {
      this.#media = readMedia(name, attributes)
      const lost = elements.lossOf(name, attributes)
      if (lost) this.#options.report(...lost, 'left-out')
      this.#count('skipped', name)
    } else if (this.#code) this.#open.push(name, this.#code.enter(name, attributes))
    else this.#enterElement(name, attributes, index)
  }

  #enterElement(name: string, attributes: Attributes, index: number): void {
    // An element that cannot contain this one ends before it.
    if (elements.ENDS_PARAGRAPH.has(name)) this.#open.closeWithin('p', elements.FRAMES)
    const rule = elements.ENDED_BY.get(name)
    if (rule) this.#open.closeFirst(rule.ends, rule.within)
    const isBlock = elements.BLOCKS.has(name)
    if (isBlock) this.#flush()
    if (elements.UNMARKED_NAMES.has(name)) this.#options.report('format', name, 'text')
    for (const what of elements.unsaid(name, attributes)) this.#options.report('format', what, 'left-out')
    const label = this.#footnotes.notes.get(index)
    const frame: Frame | null =
      label === undefined
        ? newFrame(name, attributes, this.#frames.top)
        : { type: 'footnote', label, blocks: [] }
    if (frame && !this.#frames.isFull) this.#enter(name, frame)
    else this.#mark(name, attributes, isBlock)
    if (/\bhighlight/.test(attributes.get('class') ?? '')) this.#open.language = codeLanguage(attributes)
  }

  #isSkipped(name: string, attributes: Attributes, index: number): boolean {
    return (
      elements.SKIPPED.has(name) ||
      this.#footnotes.left.has(index) ||
      elements.isHidden(name, attributes) ||
      this.#options.isRemoved?.(name, attributes) === true ||
      this.#hasStandIn(name, attributes)
    )
  }

  #hasStandIn(name: string, attributes: Attributes): boolean {
    const found = this.#options.standIn?.(name, attributes)
    for (const src of found?.pictures ?? []) {
      this.#flush()
      this.#image(new Map([['src', src]]))
    }
    if (found) this.#show(found.text, linkAddress(found.address, this.#resolve), found.isBlock)
    return Boolean(found)
  }

  #enter(name: string, frame: Frame): void {
    this.#frames.enter(frame)
    this.#open.push(name, () => {
      this.#flush()
      this.#frames.leave()
    })
  }

  /** Marks the text in an element that is not a container. */
  #mark(name: string, attributes: Attributes, isBlock: boolean): void {
    if (this.#frames.top.type === 'cell') this.#frames.alignCell(alignmentOf(name, attributes))
    if (elements.BOLD_NAMES.has(name) || name === 'summary' || name === 'dt') this.#count('bold', name)
    else if (elements.ITALIC_NAMES.has(name)) this.#count('italic', name)
    else if (elements.STRUCK_NAMES.has(name)) this.#count('struck', name)
    else if (elements.CODE_NAMES.has(name)) this.#count('code', name)
    else if (name === 'a') this.#enterLink(attributes)
    else if (name === 'pre' && /\bverse\b/.test(attributes.get('class') ?? '')) this.#count('verse', name)
    else if (isCodeBlock(name, attributes)) this.#enterCode(name, attributes)
    else if (elements.RAISED_NAMES.has(name)) {
      const outer = this.#marks.raised
      this.#marks.raised = name === 'sub' ? 'sub' : 'sup'
      this.#open.push(name, () => {
        this.#marks.raised = outer
      })
    } else if (/^h[1-6]$/.test(name)) {
      const outer = this.#heading
      this.#heading = Number(name.slice(1))
      this.#open.push(name, () => {
        this.#flush()
        this.#heading = outer
      })
    } else if (name === 'q') {
      this.#marks.write(this.#line, '“')
      this.#open.push(name, () => this.#marks.write(this.#line, '”'))
    } else this.#open.push(name, () => isBlock && this.#flush())
  }

  #enterLink(attributes: Attributes): void {
    const outer = this.#marks.link
    const href = (attributes.get('href') ?? '').trim()
    const address = linkAddress(href, this.#resolve)
    const title = oneLine(attributes.get('title') ?? '')
    // Programs have links to nowhere for their buttons.
    if (!address && href.length > 1)
      this.#options.report('link', href.startsWith('#') ? 'a place in the text' : href, 'text')
    if (!address && title) this.#options.report('format', 'title of a', 'left-out')
    this.#marks.link = address ? { address, title } : null
    this.#open.push('a', () => {
      this.#marks.link = outer
    })
  }

  #enterCode(name: string, attributes: Attributes): void {
    const code = new OpenCode(codeLanguage(attributes) || this.#open.language)
    this.#code = code
    this.#open.push(name, () => {
      this.#code = null
      if (code.block) this.#frames.addBlock(code.block)
    })
  }

  #void(name: string, attributes: Attributes, index: number): void {
    if (name === 'source' && this.#media && !this.#media.address)
      this.#media.address = attributes.get('src') ?? ''
    if (this.#counts.skipped > 0 || this.#footnotes.left.has(index)) return
    if (name === 'br') {
      if (this.#code) this.#code.add('\n')
      else this.#line.add({ type: 'break' })
    } else if (name === 'hr') {
      this.#open.closeWithin('p', elements.FRAMES)
      this.#flush()
      if (!this.#code) this.#frames.addBlock({ type: 'rule' })
    } else if (name === 'img' && !this.#code) this.#image(attributes)
    else if (name === 'embed') this.#showMedia(readMedia(name, attributes))
    else if (name === 'input' && attributes.get('type')?.toLowerCase() === 'checkbox')
      this.#frames.markTask(attributes.has('checked'))
    else if (name === 'input' && attributes.get('type')?.toLowerCase() !== 'hidden')
      this.#options.report('form', name, 'left-out')
  }

  #image(attributes: Attributes): void {
    const image = readImage(attributes, this.#marks.link, this.#resolve)
    if (isTracker(attributes)) this.#options.report('format', 'picture of one pixel', 'left-out')
    else if (image === null) this.#options.report('picture', attributes.get('src') ?? '', 'left-out')
    else if (typeof image === 'string') this.#marks.write(this.#line, image)
    else this.#line.add(image)
  }

  #showMedia(media: Media | null): void {
    if (!media) return
    const link = mediaLink(media, this.#resolve)
    this.#options.report(media.kind, link?.address ?? media.address, link ? 'link' : 'left-out')
    if (link) this.#show(link.text, link.address, true)
  }

  #show(text: string, address: string, isBlock: boolean): void {
    if (isBlock) this.#flush()
    this.#line.addText(cleanText(text), 0, address ? { address, title: '' } : null)
    if (isBlock) this.#flush()
  }

  /** Ends the line that is being read. */
  #flush(): void {
    if (this.#line.isEmpty) return
    const level = this.#heading
    for (const inlines of this.#line.take())
      if (isVisible(inlines))
        this.#frames.addBlock(level ? { type: 'heading', level, inlines } : paragraphOf(inlines))
  }

  /** Counts an element while it is open. */
  #count(what: 'bold' | 'italic' | 'struck' | 'code' | 'verse' | 'skipped', name: string): void {
    const counts = this.#counts
    counts[what] += 1
    const leave = () => {
      // A summary or a term is a line of its own.
      if (elements.BLOCKS.has(name) && what !== 'skipped') this.#flush()
      counts[what] -= 1
      if (what !== 'skipped' || counts.skipped > 0) return
      this.#showMedia(this.#media)
      this.#media = null
    }
    this.#open.push(name, leave, what === 'skipped')
  }

  #close(name: string): void {
    const isSkipped = this.#counts.skipped > 0
    if (name === 'p' && !isSkipped) this.#flush()
    this.#open.close(name, { within: elements.boundariesOf(name), isSkipped })
  }
}

/** The greatest depth of nested quotes and lists, as the renderer counts it; it reads no more than 30. */
const MAX_LEVELS = 24
const levelsOf = ({ type }: Frame) => (type === 'quote' ? 1 : type === 'list' ? 2 : 0)

/** The containers in which blocks are collected, from the document to the innermost. */
class FrameStack {
  readonly #report: HtmlOptions['report']
  readonly #root: Frame & { blocks: Block[] } = { type: 'root', blocks: [] }
  readonly #frames: Frame[] = [this.#root]
  #levels = 0

  constructor(report: HtmlOptions['report']) {
    this.#report = report
  }

  get blocks(): Block[] {
    return this.#root.blocks
  }

  get top(): Frame {
    return this.#frames.at(-1) ?? this.#root
  }

  get isFull(): boolean {
    return this.#levels >= MAX_LEVELS
  }

  addBlock(block: Block): void {
    addBlock(this.top, block)
  }

  /** Makes the item that is being read a task. */
  markTask(isDone: boolean): void {
    if (this.top.type === 'item') this.top.isDone ??= isDone
  }

  /** Sets the alignment of the present cell, if it has none itself. */
  alignCell(alignment: Alignment): void {
    if (this.top.type === 'cell' && this.top.blocks.length === 0) this.top.alignment ??= alignment
  }

  enter(frame: Frame): void {
    this.#frames.push(frame)
    this.#levels += levelsOf(frame)
  }

  /** Ends the innermost container. */
  leave(): void {
    const frame = this.#frames.pop()
    if (!frame) return
    this.#levels -= levelsOf(frame)
    const outer = this.top
    if (frame.type === 'row' && outer.type === 'table') outer.rows.push(frame.cells)
    else if (frame.type === 'cell' && outer.type === 'row') {
      outer.cells.push(frame)
      for (let n = 1; n < frame.columns; n++) outer.cells.push({ ...frame, blocks: [] })
      if (frame.columns > 1) this.#report('table', 'cells that span columns', 'text')
      if (frame.rows > 1) this.#report('table', 'cells that span rows', 'text')
    } else if (frame.type === 'item' && outer.type === 'list') outer.items.push(frame)
    else if (frame.type === 'caption' && outer.type === 'figure') {
      outer.isCaptionFirst ||= outer.blocks.length === 0
      outer.caption.push(...frame.blocks)
    } else {
      const { blocks, pictures, lost } = blocksOf(frame)
      if (pictures > 0) this.#report('gallery', `${pictures} pictures`, 'pictures')
      if (lost) this.#report('table', lost, 'text')
      for (const block of blocks) addBlock(outer, block)
    }
  }
}
