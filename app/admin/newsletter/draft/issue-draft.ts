import { t } from '#app/admin/kit/messages.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import {
  CONTENT_MAX_LENGTH,
  INTRODUCTION_MAX_LENGTH,
  PREHEADER_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  SUMMARY_MAX_LENGTH,
} from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

/** A text that was typed here and is not stored yet. */
export interface UnsavedText {
  place: TextPlace
  /** The stored text when editing began, or when the editor last resolved a conflict. */
  base: Text
  typed: Text
  /** The text that another editor has stored meanwhile; undefined without a conflict. */
  theirs?: Text | undefined
  /** True if its item or edition was deleted. */
  isOrphaned?: boolean
}

/** The texts of an issue while they are edited. Each field subscribes by itself, so that typing renders no other field. */
export interface IssueDraft {
  subscribe: (listener: () => void) => () => void
  issue: () => DeskIssue
  /** The present text of a field; undefined if the field does not exist. */
  read: (place: TextPlace) => Text | undefined
  unsavedAt: (place: TextPlace) => UnsavedText | undefined
  /** The same array until something changes. */
  unsaved: () => readonly UnsavedText[]
  type: (place: TextPlace, text: Text) => void
  /** Sets the stored issue, after a save here or elsewhere. */
  rebase: (issue: DeskIssue) => void
  /** Marks these texts as saved, and sets the issue with them. */
  markSaved: (texts: readonly UnsavedText[], issue: DeskIssue) => void
  /** Restores texts from an earlier local copy. */
  restore: (texts: readonly Pick<UnsavedText, 'place' | 'base' | 'typed'>[]) => void
  takeTheirs: (place: TextPlace) => void
  keepMine: (place: TextPlace) => void
  discardAll: () => void
}

/** The texts that can be saved now: without a conflict, and not too long. */
export function storable(texts: readonly UnsavedText[]): UnsavedText[] {
  return texts.filter(
    ({ place, typed, theirs, isOrphaned }) =>
      theirs === undefined && !isOrphaned && problemOf(place, typed) === '',
  )
}

export function createIssueDraft(opened: DeskIssue): IssueDraft {
  let issue = opened
  let stored = textsOf(opened)
  let unsaved = new Map<string, UnsavedText>()
  let list: readonly UnsavedText[] = []
  const listeners = new Set<() => void>()

  function replace(changed: Map<string, UnsavedText>) {
    unsaved = changed
    list = [...changed.values()]
    for (const listener of listeners) listener()
  }

  function set(place: TextPlace, text: UnsavedText | null) {
    const changed = new Map(unsaved)
    if (text) changed.set(keyOf(place), text)
    else changed.delete(keyOf(place))
    replace(changed)
  }

  /** An unsaved text compared with the stored one; null if both are the same. */
  function compare(text: UnsavedText): UnsavedText | null {
    const now = stored.get(keyOf(text.place))
    const { place, base, typed } = text
    if (now === undefined) return { place, base, typed, isOrphaned: true }
    if (now === typed) return null
    return now === base ? { place, base, typed } : { place, base, typed, theirs: now }
  }

  function rebase(next: DeskIssue) {
    issue = next
    stored = textsOf(next)
    const compared = [...unsaved.values()].map(compare).filter((text) => text !== null)
    replace(new Map(compared.map((text) => [keyOf(text.place), text])))
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    issue: () => issue,
    read(place) {
      const text = unsaved.get(keyOf(place))
      return text ? text.typed : stored.get(keyOf(place))
    },
    unsavedAt: (place) => unsaved.get(keyOf(place)),
    unsaved: () => list,
    type(where, typed) {
      const before = unsaved.get(keyOf(where))
      const base = before ? before.base : (stored.get(keyOf(where)) ?? null)
      set(where, compare({ place: where, base, typed }))
    },
    rebase,
    markSaved(texts, next) {
      const moved = new Map(unsaved)
      for (const { place, base, typed } of texts) {
        const now = moved.get(keyOf(place))
        // Typing may have gone on while it was being stored.
        if (now && now.base === base) moved.set(keyOf(place), { ...now, base: typed })
      }
      unsaved = moved
      rebase(next)
    },
    restore(texts) {
      const changed = new Map(unsaved)
      for (const text of texts) {
        // An edit of this session has priority over the local copy.
        if (unsaved.has(keyOf(text.place))) continue
        const placed = compare({ place: text.place, base: text.base, typed: text.typed })
        if (placed) changed.set(keyOf(text.place), placed)
      }
      replace(changed)
    },
    takeTheirs: (where) => set(where, null),
    keepMine(where) {
      const text = unsaved.get(keyOf(where))
      const now = stored.get(keyOf(where))
      if (text && now !== undefined) set(where, compare({ place: where, base: now, typed: text.typed }))
    },
    discardAll: () => replace(new Map()),
  }
}

export type EditionField = 'subject' | 'preheader' | 'introduction' | 'content'
const EDITION_FIELDS: readonly EditionField[] = ['subject', 'preheader', 'introduction', 'content']

/** A text of an issue that editors write. */
export type TextPlace =
  | { kind: 'edition'; language: Language; field: EditionField }
  | { kind: 'summary'; language: Language; itemId: string }

/** A text; null where there is none, so that a content is derived from the items. */
export type Text = string | null

export const keyOf = (place: TextPlace) =>
  place.kind === 'edition' ? `${place.language} ${place.field}` : `${place.language} summary ${place.itemId}`

/** All texts of an issue as they are stored. */
function textsOf({ editions, items }: DeskIssue): Map<string, Text> {
  const texts = new Map<string, Text>()
  for (const edition of editions)
    for (const field of EDITION_FIELDS)
      texts.set(keyOf({ kind: 'edition', language: edition.language, field }), edition[field])
  for (const { id, summaries } of items)
    for (const { language, summary } of summaries)
      texts.set(keyOf({ kind: 'summary', language, itemId: id }), summary)
  return texts
}

const MAX_LENGTHS: Record<EditionField, number> = {
  subject: SUBJECT_MAX_LENGTH,
  preheader: PREHEADER_MAX_LENGTH,
  introduction: INTRODUCTION_MAX_LENGTH,
  content: CONTENT_MAX_LENGTH,
}

/** Says why a text cannot be stored; empty when it can. */
export function problemOf(place: TextPlace, text: Text): string {
  if (text === null) return ''
  const length = countCharacters(text)
  if (place.kind === 'summary') {
    if (text.trim() === '') return t('newsletterIssue.problem.emptySummary')
    return length > SUMMARY_MAX_LENGTH
      ? t('newsletterIssue.problem.tooLong', { most: SUMMARY_MAX_LENGTH })
      : ''
  }
  const most = MAX_LENGTHS[place.field]
  if (length <= most) return ''
  return place.field === 'subject'
    ? t('newsletterIssue.problem.subject')
    : t('newsletterIssue.problem.tooLong', { most: most.toLocaleString('en') })
}

/** Code points, as the database counts them: an emoji is one, where `length` says two. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Says why these editions cannot be sent; empty if they can. */
export function findMissingTexts(draft: IssueDraft, languages: readonly Language[]): string {
  const { items } = draft.issue()
  const hasItems = items.some(({ left_out }) => left_out === null)
  for (const language of languages) {
    const subject = draft.read({ kind: 'edition', language, field: 'subject' }) ?? ''
    const content = draft.read({ kind: 'edition', language, field: 'content' })
    const hasContent = typeof content === 'string' ? hasText(content) : hasItems
    if (!subject.trim() || !hasContent) return t('newsletterSending.missing')
    if (countCharacters(subject) > SUBJECT_MAX_LENGTH) return t('newsletterIssue.problem.subject')
  }
  return ''
}

const hasText = (html: string) => /<img\b/i.test(html) || html.replace(/<[^>]*>|&nbsp;/g, '').trim() !== ''
