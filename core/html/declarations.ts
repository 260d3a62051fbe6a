/** The declarations in force for an element, by property. */
export type Declarations = Map<string, string>

export interface Declaration {
  property: string
  value: string
  isImportant: boolean
}

/** Limits the time of the expressions that look at a value. */
const MAX_VALUE_LENGTH = 1_000
const GROUNDS = /^background(?:-color|-image)?$/

/** The declarations of a style, in lower case, without comments, escapes and needless spaces. */
export function readDeclarations(style: string): Declaration[] {
  return style
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0xffff)),
    )
    .replaceAll('\\', '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([:;,()/!]) ?/g, '$1')
    .trim()
    .toLowerCase()
    .split(';')
    .flatMap((text) => {
      const colon = text.indexOf(':')
      const [value = '', important] = text.slice(colon + 1).split('!', 2)
      return colon > 0 && value
        ? [
            {
              property: text.slice(0, colon),
              value: value.slice(0, MAX_VALUE_LENGTH),
              isImportant: important === 'important',
            },
          ]
        : []
    })
}

/** Adds a declaration, which overrides those before it. */
export function declare(declarations: Declarations, { property, value }: Declaration): void {
  if (property === 'font') declarations.delete('font-size')
  if (property === 'font-size') declarations.delete('font')
  if (!GROUNDS.test(property)) declarations.set(property, value)
  else if (!/^(?:transparent|none|inherit|initial|unset)$/.test(value)) declarations.set('background', value)
}
