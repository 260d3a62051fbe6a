import { checkArticle } from '#core/check/check-article.ts'
import type { CheckContext } from '#core/check/checked-article.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import type { ImportChoices, ImportPlan, ImportTerm } from '#core/domain/site-import.ts'
import type { Language } from '#core/i18n/languages.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { ImportedArticle } from '#server/features/import/imported.ts'
import type { ArticleFacts } from '#server/features/import/run/article-facts.ts'
import {
  groupNotes,
  type ImportRow,
  problemOf,
  reportImportProgress,
} from '#server/features/import/run/import-rows.ts'
import {
  type Entry,
  indexSource,
  type SourceIndex,
  type SourceReading,
} from '#server/features/import/run/index-source.ts'
import { picturesOf, whereIs } from '#server/features/import/run/place-article.ts'
import {
  defaultChoices,
  prepareRun,
  type RunDeps,
  type RunOptions,
} from '#server/features/import/run/prepare-run.ts'
import { oldSiteOf, requireSameSite } from '#server/features/import/run/source-key.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'

/**
 * The dry run: reads the source of an import and stores what is in it, what would happen by which choices, and what cannot be kept. It
 * changes nothing.
 * @throws UnreadableSource, ImportStopped
 */
export async function readImport(
  deps: RunDeps,
  row: ImportRow,
  source: ImportSource,
  { notes, signal }: RunOptions,
): Promise<void> {
  const { sql, settings, siteUrl } = deps
  const { categories, banned_words: bannedWords } = settings.current()
  const { report } = notes
  const { reading, remembered } = await prepareRun(deps, row, source, { report, signal })
  const plan = createPlan({ siteUrl, categories, images: new Map(), links: new Map() }, bannedWords)
  const choices = row.choices ?? defaultChoices(remembered, categories)
  const index = await indexSource({
    ...reading,
    choices,
    visit: (article, facts, entry, wanted) => {
      if (entry.state === 'changed') {
        const place = { file: '', title: facts.title, sourceId: entry.sourceId }
        notesAt(place, report).info('changed', entry.titleHere ?? '', 'replaced')
      }
      plan.visit(article, facts, entry, wanted)
    },
    progress: (done, title) => reportImportProgress(sql, row.id, { done, total: 0, title }),
  })
  await requireSameSite(sql, reading.site, { ...reading, index })
  const found = plan.finish(index, {
    remembered: row.choices ?? remembered,
    sections: categories,
    oldSite: oldSiteOf(reading.site, choices),
  })
  await sql`
    update private.imports set state = 'planned', plan = ${JSON.stringify(found)}::jsonb, articles = ${found.articles},
      choices = ${JSON.stringify(choices)}::jsonb, notes = ${JSON.stringify(groupNotes(notes))}::jsonb, problem = ${problemOf(notes, row)}, progress = null, stopping = false, active_at = now()
    where id = ${row.id} and state = 'reading'`
}

/** Lists of a plan have at most so many rows. */
const MAX_AUTHORS = 100
const MAX_TERMS = 500
const MAX_COLLISIONS = 200
/** Pictures that are told apart; further ones are not counted. */
const MAX_PICTURES = 200_000
/** The number of articles that go through the check before publishing; the rest is estimated from them: it takes milliseconds for each. */
const MAX_CHECKED = 1_000

/**
 * The time that an article, a picture in the source and one to be fetched take. 10,000 articles took 48 s on quiet cores, 101 s on busy
 * ones.
 */
const SECONDS = { start: 2, article: 0.01, inside: 0.15, elsewhere: 0.6 }

/** Counts what a dry run reads. */
function createPlan(
  check: Omit<CheckContext, 'bannedWords'>,
  bannedWords: Partial<Record<Language, string[] | undefined>>,
) {
  const languages = new Map<string | null, number>()
  const authors = new Map<string, number>()
  const terms = new Map<string, number>()
  const findings = new Map<string, number>()
  const counts = { translations: 0, published: 0, drafts: 0, scheduled: 0, checked: 0, oldAddresses: 0 }
  const known = { unchanged: 0, changed: 0, touched: 0, deleted: 0 }
  const collisions: ImportPlan['collisions'] = []
  const pictures = new Set<string>()
  const ownPictures = new Set<string>()
  let collisionCount = 0

  const visit: NonNullable<SourceReading['visit']> = (article, facts, entry, wanted) => {
    add(languages, article.language)
    for (const id of new Set(article.authors)) add(authors, id)
    for (const id of new Set([...article.categories, ...article.tags])) add(terms, id)
    counts.oldAddresses += article.oldAddresses.length
    const shown = article.own ? ownPictures : pictures
    // A copy, because a part of a text holds on to all of it.
    for (const address of picturesOf(facts.content, [
      article.hero?.address ?? '',
      article.social?.image ?? '',
    ]))
      if (shown.size < MAX_PICTURES) shown.add(Buffer.from(address).toString())
    if (article.translationOf !== null) counts.translations += 1
    if (!facts.published) counts.drafts += 1
    else if (isLater(facts)) counts.scheduled += 1
    else counts.published += 1
    if (entry.state !== 'new') known[entry.state] += 1
    else if (entry.slug !== wanted && ++collisionCount <= MAX_COLLISIONS)
      collisions.push({ sourceId: entry.sourceId, title: facts.title, slug: wanted, becomes: entry.slug })
    if (facts.published && entry.state !== 'unchanged' && counts.checked < MAX_CHECKED) {
      counts.checked += 1
      for (const rule of rulesBroken(article, facts, entry)) add(findings, rule)
    }
  }

  function rulesBroken(article: ImportedArticle, facts: ArticleFacts, entry: Entry): Set<string> {
    const language = entry.language as Language
    const input = {
      ...facts,
      language,
      slug: entry.slug,
      hero_image: article.hero?.address ?? null,
      publish_date: facts.publish_date ?? new Date().toISOString(),
      social_title: facts.social_title,
      social_description: facts.social_description,
    }
    const found = checkArticle(input, { ...check, bannedWords: bannedWords[language] ?? [] })
    return new Set(found.map(({ rule }) => rule))
  }

  function finish(index: SourceIndex, { remembered, sections, oldSite }: PlanOptions): ImportPlan {
    const { size } = index.entries
    const scale = counts.checked === MAX_CHECKED ? (counts.published + counts.scheduled) / MAX_CHECKED : 1
    const places = { inside: ownPictures.size, elsewhere: 0, siteless: 0 }
    for (const address of pictures) places[whereIs(address, index, oldSite)] += 1
    const open = size - known.unchanged - known.touched - known.deleted
    return {
      articles: size,
      translations: counts.translations,
      published: counts.published,
      drafts: counts.drafts,
      scheduled: counts.scheduled,
      languages: mostFirst(languages).map(([language, articles]) => ({ language, articles })),
      authors: mostFirst(authors)
        .slice(0, MAX_AUTHORS)
        .map(([id, articles]) => ({ name: index.authors.get(id) ?? id, articles })),
      authorCount: authors.size,
      pictures: places,
      site: remembered?.site ?? null,
      oldAddresses: counts.oldAddresses,
      terms: listTerms(index, { counts: terms, remembered, sections }),
      termCount: index.terms.size,
      collisions,
      collisionCount,
      known,
      findings: mostFirst(findings).map(([rule, count]) => ({ rule, articles: Math.round(count * scale) })),
      seconds: Math.ceil(
        SECONDS.start +
          size * SECONDS.article +
          (open === 0
            ? 0
            : places.inside * SECONDS.inside + (places.elsewhere + places.siteless) * SECONDS.elsewhere),
      ),
    }
  }

  return { visit, finish }
}

interface PlanOptions {
  remembered: ImportChoices | null
  sections: readonly { slug: string; names: Partial<Record<string, string>> }[]
  /** The address of the old site, if somebody or the export says it. */
  oldSite: string | null
}

/** Terms with the most articles first. One that was decided before stays so; another goes to the section of its name, if there is one. */
function listTerms(
  index: SourceIndex,
  { counts, remembered, sections }: Omit<PlanOptions, 'oldSite'> & { counts: ReadonlyMap<string, number> },
): ImportTerm[] {
  const decided = new Map(remembered?.terms.map(({ sourceId, section }) => [sourceId, section]))
  const live = new Set(sections.map(({ slug }) => slug))
  const byName = new Map(
    sections.flatMap(({ slug, names }) =>
      [slug, ...Object.values(names)].map((name) => [slugFromTitle(name ?? ''), slug] as const),
    ),
  )
  return [...index.terms.values()]
    .map((term) => {
      const before = decided.get(term.sourceId)
      const isRemembered = before !== undefined && (before === null || live.has(before))
      const proposed = byName.get(slugFromTitle(term.name)) ?? byName.get(term.slug) ?? null
      return {
        sourceId: term.sourceId,
        taxonomy: term.taxonomy,
        name: term.name,
        articles: counts.get(term.sourceId) ?? 0,
        section: isRemembered ? before : proposed,
        remembered: isRemembered,
      }
    })
    .toSorted((a, b) => b.articles - a.articles || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_TERMS)
}

const isLater = ({ publish_date: date }: ArticleFacts) => date !== null && Date.parse(date) > Date.now()

function add<Key>(map: Map<Key, number>, key: Key): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

const mostFirst = <Key>(map: ReadonlyMap<Key, number>) => [...map].toSorted(([, a], [, b]) => b - a)
