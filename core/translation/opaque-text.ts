/** Text that a translation may neither change nor add, with the kind of its tag. */
export interface OpaqueText {
  kind: 'v' | 'f' | 'u' | 'h'
  from: number
  to: number
}

const PATTERN = new RegExp(
  [
    String.raw`(?<placeholder>\{\{[^{}\n]*\}\})`,
    String.raw`(?<footnote>\[\^[^\s[\]]+\])`,
    String.raw`(?<web>(?<![a-z\d])(?:www\.|https?:\/\/)(?=[\p{L}\p{N}])[^\s<>]*[\p{L}\p{N}/])`,
    String.raw`(?<mail>(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+)`,
    String.raw`(?<html><(?:\/?[a-z][^<>]*|[!?][^<>]*)>)`,
  ].join('|'),
  'giu',
)

/** Finds placeholders, labels of footnotes that the text does not define, addresses, and text that looks like a tag. */
export function findOpaqueText(text: string): OpaqueText[] {
  return [...text.matchAll(PATTERN)].map(({ 0: match, index, groups }) => {
    const kind =
      groups?.placeholder !== undefined
        ? 'v'
        : groups?.footnote !== undefined
          ? 'f'
          : groups?.html !== undefined
            ? 'h'
            : 'u'
    return { kind, from: index, to: index + match.length }
  })
}
