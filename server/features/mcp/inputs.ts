import * as z from 'zod'
import { SLUG_MAX_LENGTH } from '#core/domain/article-slug.ts'
import { findCategory } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { ToolRefusal } from '#server/features/mcp/tool.ts'

/** So many characters of a text fit into one answer; what is longer has more parts. */
const PART_LENGTH = 40_000
const MAX_PAGE = 500

const languages = LANGUAGE_CODES as readonly [Language, ...Language[]]

export const language = z
  .enum(languages)
  .default(DEFAULT_LANGUAGE)
  .describe('The code of the language; English when it is left out.')
export const section = z
  .string()
  .max(SLUG_MAX_LENGTH)
  .describe('The slug of a section, as list_sections has it.')
export const page = z.int().min(1).max(MAX_PAGE).default(1).describe('From 1.')
export const part = z.int().min(1).max(100).default(1).describe('Which part of a long text, from 1.')
export const articleId = z.uuid().describe('The id of the article, as list_drafts and read_draft have it.')

/** @throws ToolRefusal when readers are not offered the language */
export function requireOffered(asked: Language, { languages }: Settings): void {
  if (languages.includes(asked)) return
  throw new ToolRefusal(
    `This publication is not offered in "${asked}". Its languages: ${languages.join(', ')}.`,
  )
}

/** The section of a slug, old or new; undefined for all of them. @throws ToolRefusal when there is none */
export function sectionOf(slug: string | undefined, settings: Settings): string | undefined {
  if (slug === undefined) return undefined
  const found = findCategory(slug, settings)
  if (found) return found.category.slug === ALL_CATEGORIES_PAGE ? undefined : found.category.slug
  const slugs = settings.categories.map((category) => category.slug)
  throw new ToolRefusal(`There is no such section. The sections: ${slugs.join(', ')}.`)
}

/** A part of a long text, cut between paragraphs where that is possible, and what to say of it. @throws ToolRefusal when there is no such part */
export function partOf(text: string, asked: number): { text: string; said: string[] } {
  const parts: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = endOfPart(text, start)
    parts.push(text.slice(start, end))
    start = end
  }
  const found = parts[asked - 1] ?? (asked === 1 ? '' : undefined)
  if (found === undefined) throw new ToolRefusal(`The text has ${parts.length} part(s).`)
  if (parts.length <= 1) return { text: found, said: [] }
  const more = asked < parts.length ? ` Ask again with part ${asked + 1} for what follows.` : ''
  return { text: found, said: [`This is part ${asked} of ${parts.length}.${more}`] }
}

function endOfPart(text: string, start: number): number {
  const end = start + PART_LENGTH
  if (end >= text.length) return text.length
  const paragraph = text.lastIndexOf('\n\n', end)
  if (paragraph > start + PART_LENGTH / 2) return paragraph
  // Never between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end
}
