import { containsCondition } from '#core/data/postgrest.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'

/**
 * "Contains this in any spelling", of a column that the database folds (`private.fold`): typographic signs, which it replaces, match
 * anything.
 */
export function hasWordsCondition(query: string): string {
  return containsCondition(query.normalize('NFC').toLowerCase())
    .replace(/[\p{L}\p{M}\p{N}\p{Cf}]+/gu, foldLetters)
    .replace(/[^\p{ASCII}\p{L}\p{M}\p{Nd}]+/gu, '%')
}
