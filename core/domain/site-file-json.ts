import type { FileProblem } from '#core/domain/site-file.ts'

const DEEPEST = 20
const MOST_ENTRIES = 1_000
const MOST_PROBLEMS = 100
/** The tokens in the text of valid JSON: strings, and the delimiters of objects and arrays. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\],]/g

/** An object or an array, and the place in it. */
interface Level {
  keys: Set<string> | null
  at: string | number
  entries: number
}

/**
 * Finds in the text of valid JSON what parsing silently loses: duplicate keys of an object, and `__proto__`. If the text is larger or
 * deeper than any file of a publication, that is the only problem.
 */
export function findJsonProblems(text: string): { problems: FileProblem[]; isBounded: boolean } {
  const problems: FileProblem[] = []
  const levels: Level[] = []
  const pathTo = (depth: number) => pathOf(levels.slice(0, depth).map(({ at }) => at))
  const unbounded = (depth: number, message: string) => ({
    problems: [{ path: pathTo(depth), message }],
    isBounded: false,
  })
  let isKeyNext = false
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1)
    if (token === '{' || token === '[') {
      if (levels.length === DEEPEST) return unbounded(DEEPEST, `Is nested deeper than ${DEEPEST} levels`)
      isKeyNext = token === '{'
      levels.push({ keys: isKeyNext ? new Set() : null, at: isKeyNext ? '' : 0, entries: 1 })
    } else if (token === '}' || token === ']') levels.pop()
    else if (!level) continue
    else if (token === ',') {
      isKeyNext = level.keys !== null
      if (typeof level.at === 'number') level.at += 1
      level.entries += 1
      if (level.entries > MOST_ENTRIES)
        return unbounded(levels.length - 1, `Has more than ${MOST_ENTRIES.toLocaleString('en')} entries`)
    } else if (isKeyNext && level.keys) {
      isKeyNext = false
      const key: string = JSON.parse(token)
      level.at = key
      const message = key === '__proto__' ? 'Is not known' : level.keys.has(key) ? 'Is there twice' : null
      if (message && problems.length < MOST_PROBLEMS) problems.push({ path: pathTo(levels.length), message })
      level.keys.add(key)
    }
  }
  return { problems, isBounded: true }
}

/** A path such as `categories[1].names.de`. */
export const pathOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (written, part) =>
      typeof part === 'number' ? `${written}[${part}]` : `${written}${written && '.'}${String(part)}`,
    '',
  )
