import { t } from '#app/admin/kit/messages.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import type { Category, CategoryInput, Sections } from '#core/domain/category.ts'
import { COLOR_PATTERN } from '#core/domain/publication-settings.ts'
import { RESERVED_ADDRESSES } from '#core/domain/reserved-addresses.ts'
import { line } from '#core/domain/setting-texts.ts'
import { CATEGORY_SLUG_MAX_LENGTH, isCategorySlug, SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

export const NAME_MAX_LENGTH = 60
export const DESCRIPTION_MAX_LENGTH = 300

type Texts = Partial<Record<string, string>>

/** A section while it is edited. */
export interface SectionDraft {
  /** Its identity in the list: the slug that it has, or one of its own for a new one. */
  key: string
  /** The slug that it has; null for a new one. */
  was: string | null
  slug: string
  /** Empty for the shipped colour. */
  color: string
  names: Texts
  descriptions: Texts
}

/** The values that are edited: the list, and where what was retired is to lead. */
export interface SectionsDraft {
  sections: SectionDraft[]
  retired: Record<string, string>
}

/** The problems, by `KEY.slug`, `KEY.names.en` and so on. */
export type SectionProblems = ReadonlyMap<string, string>

export function draftOf(categories: readonly Category[]): SectionsDraft {
  const sections = categories.map(({ slug, color, names, descriptions }) => ({
    ...{ key: slug, was: slug, slug, color: color ?? '' },
    names: { ...names },
    descriptions: { ...descriptions },
  }))
  return { sections, retired: {} }
}

export function newSection(key: string): SectionDraft {
  return { key, was: null, slug: '', color: '', names: {}, descriptions: {} }
}

/** A section with a change. The address of a new one follows its English name until somebody types one. */
export function withAddress(section: SectionDraft, part: Partial<SectionDraft>): SectionDraft {
  const changed = { ...section, ...part }
  const follows = section.was === null && part.names && section.slug === asSlug(section.names.en)
  return follows ? { ...changed, slug: asSlug(changed.names.en) } : changed
}

const asSlug = (name = '') => slugFromTitle(name, CATEGORY_SLUG_MAX_LENGTH)

/** The list as it is saved. */
export function inputOf({ sections }: SectionsDraft): CategoryInput[] {
  return sections.map(({ was, slug, color, names, descriptions }) => ({
    slug: slug.trim(),
    ...(was !== null && was !== slug.trim() && { was }),
    color: color.trim().toLowerCase() || null,
    names: filled(names),
    descriptions: filled(descriptions),
  }))
}

const filled = (texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => (text?.trim() ? [[language, text.trim()]] : [])),
  ) as Category['names']

/** Finds what is wrong with a list, as far as it is known here. */
export function findProblems(draft: SectionsDraft, { formerCategories }: Sections): SectionProblems {
  const problems = new Map<string, string>()
  draft.sections.forEach((section, index) => {
    const { key, was, names, descriptions } = section
    const slug = section.slug.trim()
    const color = section.color.trim().toLowerCase()
    const owner = formerCategories.get(slug)
    if (slug === '') problems.set(`${key}.slug`, t('sections.problem.empty'))
    else if (!isCategorySlug(slug)) problems.set(`${key}.slug`, t('sections.problem.malformed'))
    else if (RESERVED_ADDRESSES.has(slug))
      problems.set(`${key}.slug`, t('sections.problem.reserved', { slug }))
    else if (
      draft.sections.some((other, at) => at !== index && [other.slug.trim(), other.was].includes(slug))
    )
      problems.set(`${key}.slug`, t('sections.problem.taken', { slug }))
    else if (Object.hasOwn(draft.retired, slug) || (owner !== undefined && owner !== was))
      problems.set(`${key}.slug`, t('sections.problem.former', { slug }))
    if (!names.en?.trim() && !SHIPPED_SECTIONS.includes(slug))
      problems.set(`${key}.names.en`, t('sections.problem.english'))
    for (const language of LANGUAGE_CODES) {
      const name = lineProblem(names[language], NAME_MAX_LENGTH)
      const description = lineProblem(descriptions[language], DESCRIPTION_MAX_LENGTH)
      if (name) problems.set(`${key}.names.${language}`, name)
      if (description) problems.set(`${key}.descriptions.${language}`, description)
    }
    if (color !== '' && !COLOR_PATTERN.test(color)) problems.set(`${key}.color`, t('sections.problem.color'))
  })
  return problems
}

function lineProblem(text: string | undefined, longest: number): string | null {
  const typed = text?.trim()
  return typed ? (line(longest).safeParse(typed).error?.issues[0]?.message ?? null) : null
}

/**
 * The draft on top of what another person has saved meanwhile: what they have added is added, what they have retired or given another
 * address follows, and all else is as it was typed.
 */
export function rebase(draft: SectionsDraft, { categories, formerCategories }: Sections): SectionsDraft {
  const live = (slug: string) => formerCategories.get(slug) ?? slug
  const sections: SectionDraft[] = []
  for (const section of draft.sections) {
    const now = section.was === null ? null : live(section.was)
    if (now !== null && sections.some(({ was }) => was === now)) continue
    const isTyped = section.slug !== section.was
    sections.push({ ...section, was: now, slug: isTyped || now === null ? section.slug : now })
  }
  const retired = Object.fromEntries(
    Object.entries(draft.retired).flatMap(([slug, into]) =>
      formerCategories.has(slug) ? [] : [[slug, live(into)]],
    ),
  )
  const known = new Set([...sections.map(({ was }) => was), ...Object.keys(retired)])
  const added = categories.filter(({ slug }) => !known.has(slug))
  return { sections: [...sections, ...draftOf(added).sections], retired }
}
