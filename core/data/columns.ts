/** The `select` of these columns, as a literal type from which the official client derives the type of the rows. */
export function columnsOf<const Names extends readonly string[]>(names: Names): Joined<Names> {
  return names.join(',') as Joined<Names>
}

type Joined<Names extends readonly string[]> = Names extends readonly [infer Only extends string]
  ? Only
  : Names extends readonly [infer First extends string, ...infer Rest extends readonly string[]]
    ? `${First},${Joined<Rest>}`
    : ''
