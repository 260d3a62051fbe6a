import type { Found } from '#core/check/finding.ts'
import { findingId } from '#core/check/finding-id.ts'
import { type Block, placeOf, surroundings } from '#core/check/text/block.ts'

/** A finding about a whole field, or about a place in it. Its id is made of rule, field and quote. */
export function found(
  what: Pick<Found, 'rule' | 'severity' | 'field'> & Partial<Omit<Found, 'id'>>,
  ...distinction: string[]
): Found {
  const { rule, field, quote = '' } = what
  return {
    id: findingId(rule, field, quote, ...distinction),
    place: null,
    quote,
    other: '',
    related: null,
    ...what,
  }
}

/** A finding about some words of a text, which is told from others with the same words by the words around it. */
export function foundInText(
  block: Block,
  { from, to }: { from: number; to: number },
  what: Pick<Found, 'rule' | 'severity'> & Partial<Omit<Found, 'id'>>,
): Found {
  const quote = block.text.slice(from, to)
  const place = placeOf(block, from, to)
  return found({ field: block.field, quote, place, ...what }, surroundings(block, from, to))
}
