import { SECTION_SIZES, type Section } from '#core/domain/newsletter-issue.ts'
import { englishNameOf } from '#core/i18n/english-names.ts'
import type { Language } from '#core/i18n/languages.ts'
import { type LeftOut, rank } from '#server/features/newsletter/compose/compose-by-rules.ts'
import { ComposeRefusal } from '#server/features/newsletter/compose/issue-locks.ts'
import type { Notes } from '#server/features/newsletter/compose/notes.ts'
import { type Candidate, readCandidates } from '#server/features/newsletter/compose/read-candidates.ts'
import { isDecided, LEFT_OUT_REASONS, sectionOf } from '#server/features/newsletter/compose/sections.ts'
import type { IssueContent, IssueItem } from '#server/features/newsletter/read-issue.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** The articles of which an edition is to be composed. */
export interface IssuePlan {
  /** True if articles are chosen and placed; otherwise the items of the issue stay, and only get texts. */
  arranges: boolean
  /** The best first, including those with a fixed place. */
  candidates: Candidate[]
  /** The sections of items that must not be moved, by the ids of their originals. */
  fixed: Map<string, Section>
  leftOut: (Omit<LeftOut, 'candidate'> & { originalId: string; candidate: Candidate | null })[]
}

interface PlanInput {
  present: IssueContent | null
  language: Language
  daysBack: number
  from: Date
  until: Date
  notes: Notes
}

/** The most articles that are offered to a model and to editors. */
const MAX_OFFERED = 60
/** The most unavailable articles that are listed. */
const MAX_UNAVAILABLE = 20

/**
 * Decides what an edition may contain. The English edition, or the first one of an issue, chooses the articles; another one is composed of
 * the articles that the issue has already.
 * @throws ComposeRefusal when there are no articles
 */
export function planIssue(sql: Session, input: PlanInput): Promise<IssuePlan> {
  const { present, language } = input
  const isFirst = language === 'en' || !present?.editions.some((edition) => edition.language === 'en')
  return !present || isFirst || present.items.length === 0
    ? planArrangement(sql, input)
    : Promise.resolve(planTexts(present, input))
}

async function planArrangement(
  sql: Session,
  { present, language, daysBack, from, until, notes }: PlanInput,
): Promise<IssuePlan> {
  const issueId = present?.issue.id ?? null
  const found = await readCandidates(sql, { issueId, language, from, until })
  const decided = (present?.items ?? []).filter(isDecided)
  const isFree = ({ originalId }: { originalId: string }) =>
    !decided.some(({ article_id }) => article_id === originalId)
  const stays = candidatesOf(
    decided.filter(({ left_out }) => left_out === null),
    { language, notes },
  )
  const free = found.candidates.filter(isFree)
  let fresh = free.filter(({ sentOn }) => sentOn === null)
  if (fresh.length === 0 && stays.length === 0 && free.length > 0) {
    fresh = free
    notes.add('All articles of these days have been in an issue that was sent; they are used again.')
  }
  const ranked = rank(fresh, { from, until })
  const offered = ranked.slice(0, MAX_OFFERED)
  if (offered.length + stays.length === 0) throw noArticles(daysBack, language)
  const more = ranked.length - offered.length
  if (more > 0)
    notes.add(
      `${more} more ${more === 1 ? 'article' : 'articles'} of these days, the lowest ranked, were not looked at.`,
    )
  return {
    arranges: true,
    candidates: [...stays, ...offered],
    fixed: new Map(decided.map(({ article_id, section }) => [article_id, section])),
    leftOut: [
      ...free
        .filter((candidate) => !fresh.includes(candidate))
        .slice(0, MAX_OFFERED)
        .map((candidate) => ({
          candidate,
          originalId: candidate.originalId,
          section: sectionOf(candidate),
          reason: LEFT_OUT_REASONS.sentOn(candidate.sentOn ?? ''),
        })),
      ...found.unavailable
        .filter(isFree)
        .slice(0, MAX_UNAVAILABLE)
        .map((article) => ({
          candidate: null,
          originalId: article.originalId,
          section: sectionOf(article),
          reason: article.hasDraft ? LEFT_OUT_REASONS.onlyDraft() : LEFT_OUT_REASONS.notTranslated(language),
        })),
    ],
  }
}

function planTexts({ items }: IssueContent, { language, notes }: PlanInput): IssuePlan {
  const placed = items.filter(({ left_out }) => left_out === null)
  const candidates = candidatesOf(placed, { language, notes })
  if (candidates.length === 0)
    throw new ComposeRefusal(
      'no_articles',
      `None of the articles of this issue is published in ${englishNameOf(language)}.`,
    )
  return {
    arranges: false,
    candidates,
    fixed: new Map(placed.map(({ article_id, section }) => [article_id, section])),
    leftOut: [],
  }
}

/** The articles of items in a language; unpublished ones are noted and left out. */
export function candidatesOf(
  items: readonly IssueItem[],
  { language, notes }: { language: Language; notes: Notes },
): Candidate[] {
  return items.flatMap(({ article_id, articles }) => {
    const [original] = articles
    const version = articles.find((article) => article.language === language)
    if (!version?.published) {
      // The article is not named by what a draft says: people who make newsletters read what is published.
      const where = `it is not published in ${englishNameOf(language)}`
      if (original?.published) notes.about(original.title, `${where}, so this edition has it in English.`)
      else
        notes.add(
          `Of an article that readers cannot find any more: ${where}, so this edition does not have it.`,
        )
      return []
    }
    const { id, title, excerpt, category, publish_date } = version
    return {
      originalId: article_id,
      id,
      title,
      excerpt,
      category: original?.category ?? category,
      published: new Date(original?.publish_date ?? publish_date).toISOString(),
      featured: false,
      length: 0,
      sentOn: null,
    }
  })
}

/** The number of places by section that fixed items occupy. */
export function countTaken({ candidates, fixed }: IssuePlan): Map<Section, number> {
  const taken = new Map<Section, number>()
  for (const { originalId } of candidates) {
    const section = fixed.get(originalId)
    if (section) taken.set(section, Math.min((taken.get(section) ?? 0) + 1, SECTION_SIZES[section]))
  }
  return taken
}

function noArticles(daysBack: number, language: Language): ComposeRefusal {
  const days = daysBack === 1 ? 'the last day' : `the last ${daysBack} days`
  const where = language === 'en' ? '' : ` in ${englishNameOf(language)}`
  return new ComposeRefusal('no_articles', `There are no articles of ${days}${where}.`)
}
