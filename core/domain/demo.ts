import type { Language } from '#core/i18n/languages.ts'

/**
 * The reasons why a story of the demo stays when the demo is removed: somebody has worked on it. `edited`: a text differs from the
 * one that was brought; `unsaved`: a form with it is being filled in; `newsletter`: it is in an issue that somebody has written or
 * approved.
 */
export const DEMO_WORK = [
  'edited',
  'unsaved',
  'correction',
  'report',
  'finding',
  'translation',
  'review',
  'schedule',
  'newsletter',
] as const
export type DemoWork = (typeof DEMO_WORK)[number]

/** A story of the demo that stays, with its pictures. */
export interface KeptStory {
  title: string
  slug: string
  /** The languages in which somebody has worked on it, or English. */
  languages: Language[]
  work: DemoWork[]
}

/** The rows and files that are removed with the demo. */
export interface DemoContents {
  /** Stories; each has an article in some languages. */
  stories: number
  articles: number
  issues: number
  settings: number
  pictures: number
}

/** The part of the demo that exists. */
export interface DemoState {
  /** The part that would be removed now. */
  removable: DemoContents
  kept: KeptStory[]
  /** The time of the first removal. */
  removedAt: string | null
}

export interface RemovedDemo {
  removed: DemoContents
  kept: KeptStory[]
}

export const isEmptyDemo = (contents: DemoContents) => Object.values(contents).every((count) => count === 0)
