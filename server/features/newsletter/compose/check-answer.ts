import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import {
  INTRODUCTION_MAX_LENGTH,
  PREHEADER_MAX_LENGTH,
  SECTION_SIZES,
  SECTIONS,
  type Section,
  SUBJECT_MAX_LENGTH,
  SUMMARY_MAX_LENGTH,
} from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { IssueAnswer } from '#server/features/newsletter/compose/ask-for-issue.ts'
import { faultOfLanguage, faultOfText } from '#server/features/newsletter/compose/check-text.ts'
import type { EditionTexts, LeftOut, Placed } from '#server/features/newsletter/compose/compose-by-rules.ts'
import { type Notes, quoteText } from '#server/features/newsletter/compose/notes.ts'
import type { Candidate } from '#server/features/newsletter/compose/read-candidates.ts'
import { LEFT_OUT_REASONS, nameOfSection, sectionOf } from '#server/features/newsletter/compose/sections.ts'

/** An article in its section, with the summary of a model; null when the summary is missing or cannot be used. */
export interface Described extends Placed {
  summary: string | null
}

export interface CheckedAnswer {
  /** In the order of the model; those whose place is fixed among them. */
  items: Described[]
  leftOut: LeftOut[]
  /** Only the texts that can be used. */
  texts: Partial<EditionTexts>
}

interface Asked {
  candidates: readonly Candidate[]
  language: Language
  siteName: string
  /** The sections of articles that the model must not move, by the ids of their originals. */
  fixed: ReadonlyMap<string, Section>
  /** The number of occupied places by section. */
  taken: ReadonlyMap<Section, number>
  notes: Notes
}

const itemShape = z.object({
  article_id: z.string().max(200),
  section: z.unknown().optional(),
  summary: z.unknown().optional(),
})
const isSection = (value: unknown): value is Section => SECTIONS.includes(value as Section)

/** Takes from the answer of a model what passes all checks, and notes the rest. Other requests are handled between its texts. */
export async function checkAnswer(answer: IssueAnswer, asked: Asked): Promise<CheckedAnswer> {
  const { candidates, language, fixed, notes } = asked
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const room = new Map(
    SECTIONS.map((section) => [section, SECTION_SIZES[section] - (asked.taken.get(section) ?? 0)]),
  )
  const named = new Set<Candidate>()
  const items: Described[] = []
  const leftOut: LeftOut[] = []
  for (const given of answer.items) {
    const { data: item } = itemShape.safeParse(given)
    if (!item) {
      notes.add('An item of the model’s answer names no article, and was dropped.')
      continue
    }
    const candidate = byId.get(item.article_id.trim().toLowerCase())
    if (!candidate) {
      notes.add(
        `The model named an article that it was not given, which was dropped: ${quoteText(item.article_id)}.`,
      )
      continue
    }
    if (named.has(candidate)) {
      notes.about(candidate.title, 'the model named it more than once; only the first time counts.')
      continue
    }
    named.add(candidate)
    const section = fixed.get(candidate.originalId) ?? sectionIn(item.section, candidate, notes)
    if (!fixed.has(candidate.originalId)) {
      const places = room.get(section) ?? 0
      if (places <= 0) {
        leftOut.push({ candidate, section, reason: LEFT_OUT_REASONS.noPlace(section) })
        continue
      }
      room.set(section, places - 1)
    }
    await nextTurn()
    items.push({ candidate, section, summary: checkSummary(item.summary, candidate, { language, notes }) })
  }
  const texts = await checkTexts(answer, items, asked)
  return { ...inOneLanguage({ items, texts }, language, notes), leftOut }
}

function sectionIn(given: unknown, candidate: Candidate, notes: Notes): Section {
  const name = typeof given === 'string' ? given.trim().toLowerCase() : ''
  if (isSection(name)) return name
  const section = sectionOf(candidate)
  const fault =
    given === undefined
      ? 'no section'
      : `the section ${quoteText(typeof given === 'string' ? given : typeof given)}, which does not exist`
  notes.about(candidate.title, `the model named ${fault}; it went to “${nameOfSection(section)}”.`)
  return section
}

/** A summary of a model for one article; null when it cannot be used, with a note. */
export function checkSummary(
  given: unknown,
  candidate: Pick<Candidate, 'title' | 'excerpt' | 'published'>,
  { language, notes }: { language: Language; notes: Notes },
): string | null {
  const text = typeof given === 'string' ? given.replace(/\s+/g, ' ').trim().normalize('NFC') : ''
  const fault = faultOfText(text, { language, source: sourceOf([candidate]), maxLength: SUMMARY_MAX_LENGTH })
  if (fault === null) return text
  notes.about(candidate.title, `the model’s summary was not used, because ${fault}.`)
  return null
}

const BOUNDS: [name: keyof EditionTexts, maxLength: number][] = [
  ['subject', SUBJECT_MAX_LENGTH],
  ['preheader', PREHEADER_MAX_LENGTH],
  ['introduction', INTRODUCTION_MAX_LENGTH],
]

async function checkTexts(
  answer: IssueAnswer,
  items: readonly Described[],
  { candidates, language, siteName, notes }: Asked,
): Promise<Partial<EditionTexts>> {
  const source = [
    siteName,
    sourceOf(items.map(({ candidate }) => candidate)),
    // The number of articles is in no article.
    ...[items.length, candidates.length, ...SECTIONS.map((section) => SECTION_SIZES[section])],
  ].join('\n')
  const texts: Partial<EditionTexts> = {}
  for (const [name, maxLength] of BOUNDS) {
    await nextTurn()
    const given = answer[name]
    const hasLines = name === 'introduction'
    const text = typeof given === 'string' ? tidy(given, hasLines) : ''
    const fault = faultOfText(text, { language, source, maxLength, hasLines })
    if (fault === null) texts[name] = text
    else notes.add(`The model’s ${name} was not used, because ${fault}.`)
  }
  return texts
}

function tidy(text: string, hasLines: boolean): string {
  const normal = text.trim().normalize('NFC')
  return hasLines
    ? normal
        .replace(/\r\n?/g, '\n')
        .replace(/[\t ]{1,100}\n/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
    : normal
}

const sourceOf = (articles: readonly Pick<Candidate, 'title' | 'excerpt' | 'published'>[]) =>
  articles
    .flatMap(({ title, excerpt, published }) => [title, excerpt, published.slice(0, 4)])
    .join('\n')
    .normalize('NFC')

/** The length in characters below which a text is too short for language detection. */
const SHORT = 110

/** Checks the language of short texts together, and drops them together. */
function inOneLanguage(
  { items, texts }: Pick<CheckedAnswer, 'items' | 'texts'>,
  language: Language,
  notes: Notes,
): Pick<CheckedAnswer, 'items' | 'texts'> {
  const isShort = (text: string | null | undefined): text is string =>
    typeof text === 'string' && text.length < SHORT
  const short = [...items.map(({ summary }) => summary), texts.subject, texts.preheader, texts.introduction]
  const fault = faultOfLanguage(short.filter(isShort).join('. '), language)
  if (fault === null) return { items, texts }
  notes.add(
    `The short texts of the model were not used, because together ${fault.replace(/^it is/, 'they are')}.`,
  )
  const kept = BOUNDS.flatMap(([name]) => (isShort(texts[name]) ? [] : [[name, texts[name]] as const]))
  return {
    items: items.map((item) => (isShort(item.summary) ? { ...item, summary: null } : item)),
    texts: Object.fromEntries(kept.filter(([, text]) => text !== undefined)),
  }
}
