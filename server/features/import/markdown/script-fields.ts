const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)+/y
const STRING = /"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)'|`((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)`/y
const NUMBER = /-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?(?![\w.])/iy
const DECLARED = /(?:export\s+)?(?:const|let|var)\s+/y
const EXPORTED = /(?:module\.exports\s*=|export\s+default)\s*/y
const MAX_DEPTH = 20

/** Thrown for anything that only running it would tell. */
class NotPlain extends Error {
  constructor() {
    super('a script that has to be run')
    this.name = 'NotPlain'
  }
}

/**
 * Reads fields that are written as JavaScript, JSON5 or JSON with comments, and runs nothing: an object, or constants, of texts, numbers,
 * lists and objects. @throws for anything else
 */
export function readScriptFields(source: string): Map<string, unknown> {
  const script = new Script(source.trim())
  script.take(SPACE)
  script.take(EXPORTED)
  const fields = script.peek() === '{' ? script.object(0) : script.constants()
  script.skip(';')
  if (!script.isAtEnd) throw new NotPlain()
  return fields
}

class Script {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length
  }

  peek(): string {
    return this.#source[this.#at] ?? ''
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)
    if (found) this.#at = pattern.lastIndex
    return found
  }

  /** Tells whether this sign comes next, and moves behind it. */
  skip(sign: string): boolean {
    this.take(SPACE)
    if (this.peek() !== sign) return false
    this.#at += 1
    this.take(SPACE)
    return true
  }

  constants(): Map<string, unknown> {
    const fields = new Map<string, unknown>()
    while (!this.isAtEnd) {
      const name = this.take(DECLARED) && this.take(NAME)
      if (!name || !this.skip('=')) throw new NotPlain()
      fields.set(name[0], this.#value(0))
      this.skip(';')
    }
    return fields
  }

  object(depth: number): Map<string, unknown> {
    const fields = new Map<string, unknown>()
    this.skip('{')
    while (!this.skip('}')) {
      const name = this.take(NAME)?.[0] ?? this.#string()
      if (name === null || !this.skip(':')) throw new NotPlain()
      fields.set(name, this.#value(depth + 1))
      if (!this.skip(',') && this.peek() !== '}') throw new NotPlain()
    }
    return fields
  }

  #list(depth: number): unknown[] {
    const values: unknown[] = []
    this.skip('[')
    while (!this.skip(']')) {
      values.push(this.#value(depth + 1))
      if (!this.skip(',') && this.peek() !== ']') throw new NotPlain()
    }
    return values
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new NotPlain()
    if (this.peek() === '{') return this.object(depth)
    if (this.peek() === '[') return this.#list(depth)
    const text = this.#string()
    if (text !== null) return text
    const number = this.take(NUMBER)
    if (number) return Number(number[0])
    const [word = ''] = this.take(NAME) ?? []
    if (!WORDS.has(word)) throw new NotPlain()
    return WORDS.get(word)
  }

  #string(): string | null {
    const found = this.take(STRING)
    const text = found?.[1] ?? found?.[2] ?? found?.[3]
    if (text === undefined) return null
    return text.replace(
      /\\(?:u([\da-f]{4})|x([\da-f]{2})|(\r?\n)|([\s\S]))/gi,
      (_, unicode, hex, line, sign: string) =>
        unicode || hex
          ? String.fromCharCode(Number.parseInt(unicode || hex, 16))
          : line
            ? ''
            : (SIGNS.get(sign) ?? sign),
    )
  }
}

const WORDS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
])
const SIGNS = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', ''],
])
