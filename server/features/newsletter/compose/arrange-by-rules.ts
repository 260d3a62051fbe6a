import { SECTION_SIZES, SECTIONS, type Section } from '#core/domain/newsletter-issue.ts'
import { REASONS } from '#server/features/newsletter/compose/left-out-reasons.ts'
import type { Candidate } from '#server/features/newsletter/compose/read-candidates.ts'
import { sectionOf } from '#server/features/newsletter/compose/section-of.ts'

export interface Placed {
  candidate: Candidate
  section: Section
}

export interface LeftOut extends Placed {
  /** Why it is not in the issue, for editors. */
  reason: string
}

export interface Arrangement {
  /** In the order of the issue. */
  placed: Placed[]
  leftOut: LeftOut[]
}

/** Longer articles are no more important. */
const FULL_LENGTH = 8_000

/**
 * Groups articles into sections without a model: the best become the top stories, the others go to the section of their category while
 * it has places. `taken` says how many places are taken already.
 */
export function arrangeByRules(
  candidates: readonly Candidate[],
  { from, until, taken = new Map() }: { from: Date; until: Date; taken?: ReadonlyMap<Section, number> },
): Arrangement {
  const ranked = rank(candidates, { from, until })
  const room = new Map(
    SECTIONS.map((section) => [section, SECTION_SIZES[section] - (taken.get(section) ?? 0)]),
  )
  const placed: Placed[] = []
  const leftOut: LeftOut[] = []
  const place = (candidate: Candidate, section: Section) => {
    const places = room.get(section) ?? 0
    if (places <= 0) return false
    room.set(section, places - 1)
    placed.push({ candidate, section })
    return true
  }
  const stories = ranked.filter(({ category }) => category !== 'opinion')
  // With few articles, the other sections get their half.
  const top = new Set(stories.slice(0, Math.min(room.get('top') ?? 0, Math.ceil(stories.length / 2))))
  for (const candidate of top) place(candidate, 'top')
  for (const candidate of ranked) {
    if (top.has(candidate)) continue
    const section = sectionOf(candidate)
    if (!place(candidate, section)) leftOut.push({ candidate, section, reason: REASONS.notAmong(section) })
  }
  return {
    placed: placed.toSorted((one, other) => SECTIONS.indexOf(one.section) - SECTIONS.indexOf(other.section)),
    leftOut,
  }
}

/** The most important first: what is new, featured, or news, and of some length. */
export function rank(
  candidates: readonly Candidate[],
  { from, until }: { from: Date; until: Date },
): Candidate[] {
  const span = Math.max(until.getTime() - from.getTime(), 1)
  const scoreOf = ({ published, featured, category, length }: Candidate) =>
    (Date.parse(published) - from.getTime()) / span +
    (featured ? 1 : 0) +
    (category === 'news' ? 0.3 : category === 'hack' ? 0 : 0.15) +
    0.3 * (Math.min(length, FULL_LENGTH) / FULL_LENGTH)
  return candidates.toSorted(
    (one, other) =>
      scoreOf(other) - scoreOf(one) ||
      Date.parse(other.published) - Date.parse(one.published) ||
      (one.originalId < other.originalId ? -1 : 1),
  )
}
