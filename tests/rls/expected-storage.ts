import type { Cells, Group, Kind } from './expected-access.ts'

const everything: Cells = { select: 'all', insert: 'all', update: 'all', delete: 'all' }

/** The buckets of stored files, and who may do what there. Whoever is not named finds nothing, and adds nothing. */
export const EXPECTED_STORAGE: Record<string, Partial<Record<Group, Cells>>> = {
  'article-images': {
    members: { select: 'all' },
    author: { insert: ['own'], update: ['own'], delete: ['own'] },
    editors: everything,
  },
  // Only parts that an import of an administrator waits for are added.
  imports: { admin: { select: 'all' } },
  'profile-pictures': {
    members: { select: 'all', insert: ['own'], update: ['own'], delete: ['own'] },
    admin: { delete: 'all' },
  },
}

/** The files that the test puts there: to whom each belongs, and whether readers see it. */
export const STORED_FILES: Record<string, readonly Kind[]> = {
  'article-images': ['own', 'in use', 'of others'],
  imports: ['of others'],
  'profile-pictures': ['own', 'of others'],
}
