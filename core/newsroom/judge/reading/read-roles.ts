import { anyOf } from '#core/languages/facts-of.ts'
import type { RoleName } from '#core/languages/language-facts.ts'
import type { Fact } from '#core/newsroom/judge/reading/read-clauses.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'

/** In this order, because some names of places begin as others do. */
const ROLES: readonly RoleName[] = [
  ...([
    'chief executive',
    'finance chief',
    'chair',
    'president',
    'vice president',
    'prime minister',
  ] as const),
  ...([
    'chancellor',
    'minister',
    'mayor',
    'founder',
    'spokesperson',
    'director',
    'delegate',
    'judge',
    'lawyer',
  ] as const),
  ...(['coach', 'archivist', 'professor', 'researcher', 'buyer', 'seller', 'owner'] as const),
]
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ROLES.map((role) => `(${anyOf(({ reports }) => reports.roles[role])})`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

export function readRoles({ text }: Pick<SentenceReading, 'text'>): Fact[] {
  return [...text.matchAll(PATTERN)].map((found) => {
    const key = ROLES[found.slice(1).findIndex((group) => group !== undefined)] ?? ''
    return { key, kind: 'role', text: found[0], from: found.index }
  })
}
