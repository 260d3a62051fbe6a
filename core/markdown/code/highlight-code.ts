import { StringStream } from '@codemirror/streamparser'
import type { CodeLanguage } from '#core/markdown/code/code-languages.ts'

/** A part of some code in one colour, or in that of the text. */
export interface CodePart {
  text: string
  kind: CodeKind | null
}

/** The kinds of parts of code, for readers; each is a class and a colour in prose.css. */
export const CODE_KINDS = ['keyword', 'string', 'number', 'name', 'comment', 'inserted', 'deleted'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

/**
 * Code beyond these bounds is shown in one colour: some parsers take time proportional to the square of a line's length or of the depth
 * of brackets, or to the cube of a gap, none of which a person writes.
 */
export const MAX_CODE_LENGTH = 20_000
const MAX_LINE_LENGTH = 500
const MAX_DEPTH = 100
const TOO_WIDE_GAP = /[^\S\n]{81}/

const TAB_SIZE = 2
/** A parser may return without having read anything, to change its state; as often as in CodeMirror. */
const MAX_PAUSES = 10

/** The parsers' names of the parts; all others have the colour of the text. */
const KINDS = new Map<string, CodeKind>(
  Object.entries({
    keyword:
      'keyword modifier qualifier controlKeyword operatorKeyword definitionKeyword moduleKeyword self unit processingInstruction meta',
    string: 'string string-2 character regexp escape url quote',
    number: 'number integer float bool atom literal color null constant hr',
    name: 'def type typeName builtin tag tagName attribute attributeName header heading className namespace labelName macroName property-def',
    comment: 'comment lineComment blockComment docComment',
    inserted: 'inserted positive',
    deleted: 'deleted negative',
  }).flatMap(([kind, names]) => names.split(' ').map((name): [string, CodeKind] => [name, kind as CodeKind])),
)

/**
 * Cuts code into parts of one colour each. The parsers are made for editors: they read one line at a time and accept anything. Null when
 * the code is beyond what they read in bounded time, or when one fails anyway or would change a character: that costs the colours, not the
 * words.
 */
export function highlightCode(code: string, { parser }: Pick<CodeLanguage, 'parser'>): CodePart[] | null {
  if (!isReadable(code)) return null
  const parts: CodePart[] = []
  const add = (text: string, kind: CodeKind | null) => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ text, kind })
  }
  try {
    const state = parser.startState?.(TAB_SIZE) ?? {}
    for (const [index, line] of code.split('\n').entries()) {
      if (index > 0) add('\n', null)
      if (line === '') parser.blankLine?.(state, TAB_SIZE)
      const stream = new StringStream(line, TAB_SIZE, TAB_SIZE)
      for (let pauses = 0; !stream.eol(); ) {
        stream.start = stream.pos
        const style = parser.token(stream, state)
        if (stream.pos > stream.start) {
          pauses = 0
          add(stream.current(), kindOf(style, stream.current()))
        } else if (++pauses > MAX_PAUSES) return null
      }
    }
  } catch {
    return null
  }
  return parts.map(({ text }) => text).join('') === code ? parts : null
}

function isReadable(code: string): boolean {
  if (code.length > MAX_CODE_LENGTH || TOO_WIDE_GAP.test(code)) return false
  if (code.split('\n').some((line) => line.length > MAX_LINE_LENGTH)) return false
  let depth = 0
  for (const character of code) {
    if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1)
    if (depth > MAX_DEPTH) return false
  }
  return true
}

/** A style is the name of a part, perhaps with modifiers, as in "variableName.standard", or several of them. */
function kindOf(style: string | null, text: string): CodeKind | null {
  if (!style || text.trim() === '') return null
  for (const name of style.split(' ')) {
    const [base = '', ...modifiers] = name.split('.')
    if (modifiers.some((modifier) => modifier === 'definition' || modifier === 'standard')) return 'name'
    const kind = KINDS.get(base)
    if (kind) return kind
  }
  return null
}
