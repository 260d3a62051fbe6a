import { type Cells, GROUPS, type Group, type Kind, type Rows, type Verb } from './expected-access.ts'
import type { Person } from './people.ts'

const everything: Cells = { select: 'all', insert: 'all', update: 'all', delete: 'all' }

/** The buckets of stored files, with the rights of everybody. People who are not named find nothing, and add nothing. */
export const EXPECTED_STORAGE: Record<string, Partial<Record<Group, Cells>>> = {
  'article-images': {
    members: { select: 'all' },
    author: { insert: ['own'], update: ['own'], delete: ['own'] },
    editors: everything,
  },
  // Readers get what is there by its article, from the server alone.
  'article-audio': {},
  // Only parts that an import of an administrator waits for are added.
  imports: { admin: { select: 'all' } },
  'profile-pictures': {
    members: { select: 'all', insert: ['own'], update: ['own'], delete: ['own'] },
    admin: { delete: 'all' },
  },
}

/** The files that the test puts there: to whom each belongs, and whether readers see it. */
export const STORED_FILES: Record<string, readonly Kind[]> = {
  'article-audio': ['of others'],
  'article-images': ['own', 'in use', 'of others'],
  imports: ['of others'],
  'profile-pictures': ['own', 'of others'],
}

export function fileCellOf(bucket: string, person: Person, verb: Verb): Rows {
  let rows: Rows = verb === 'insert' ? 'refused' : 'none'
  for (const [group, people] of Object.entries(GROUPS)) {
    const cell = EXPECTED_STORAGE[bucket]?.[group as Group]?.[verb]
    if (cell && (people as readonly Person[]).includes(person)) rows = cell
  }
  return rows
}
