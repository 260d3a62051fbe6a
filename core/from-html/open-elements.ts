/** The most elements that are open at once; deeper ones have no meaning of their own. */
const MAX_OPEN = 200

/** The open elements, each with the function for its end, also when its closing tag is missing. */
export class OpenElements {
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
