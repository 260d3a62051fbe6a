import { expect, test } from 'vitest'
import { articleRights } from '#core/domain/article-rights.ts'
import type { WorkflowState } from '#core/domain/article-workflow.ts'
import type { Membership } from '#core/domain/role.ts'

const member = (membership: Partial<Membership> & Pick<Membership, 'role'>) => ({
  languages: [],
  permissions: [],
  user_id: 'me',
  name: 'Nora',
  needs_factor: false,
  ...membership,
})
const ORIGINAL = { language: 'en', original_article_id: null, published: false } as const
const FRENCH = { language: 'fr', original_article_id: 'original', published: false } as const

test('an editor may do everything with an article', () => {
  expect(articleRights(member({ role: 'editor' }), { ...ORIGINAL, published: true })).toEqual({
    writes: true,
    publishes: true,
    edits: true,
  })
})

test('an author writes what is new, their own drafts, and what was handed to them', () => {
  const author = member({ role: 'author' })
  const writes = (state: WorkflowState, owner: string, next_person: string | null = null, isAdded = false) =>
    articleRights(author, ORIGINAL, { workflow: { owner, state, next_person }, isAdded }).writes
  expect(articleRights(author, null)).toEqual({ writes: true, publishes: false, edits: false })
  expect(writes('draft', 'me')).toBe(true)
  expect(writes('draft', 'emil')).toBe(false)
  expect(writes('draft', 'emil', null, true)).toBe(true)
  expect(writes('handed_in', 'me')).toBe(false)
  expect(writes('in_edit', 'emil', 'me')).toBe(true)
  expect(articleRights(author, ORIGINAL).writes).toBe(false)
  const published = { workflow: { owner: 'me', state: 'draft', next_person: 'me' }, isAdded: true } as const
  expect(articleRights(author, { ...ORIGINAL, published: true }, published).writes).toBe(false)
})

test('a translator writes translations into their languages, and published ones only if that is allowed', () => {
  const translator = member({ role: 'translator', languages: ['fr'] })
  const nothing = { writes: false, publishes: false, edits: false }
  expect(articleRights(translator, FRENCH)).toEqual({ ...nothing, writes: true })
  expect(articleRights(translator, { ...FRENCH, language: 'de' })).toEqual(nothing)
  expect(articleRights(translator, ORIGINAL)).toEqual(nothing)
  expect(articleRights(translator, { ...FRENCH, published: true })).toEqual(nothing)
  expect(articleRights(translator, null)).toEqual(nothing)
  const trusted = { ...translator, permissions: ['publish' as const] }
  expect(articleRights(trusted, { ...FRENCH, published: true })).toEqual({
    writes: true,
    publishes: true,
    edits: false,
  })
  expect(articleRights(trusted, ORIGINAL)).toEqual(nothing)
})

test('somebody for the newsletter writes no article', () => {
  expect(articleRights(member({ role: 'newsletter' }), null).writes).toBe(false)
})
