import { containsCondition } from '#core/data/postgrest.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'

/**
 * "Contains this in any spelling", of a column that the database folds (`private.fold`): typographic signs, which it replaces, stand for
 * anything, and letters of other scripts for themselves.
 */
export function hasWordsCondition(query: string): string {
  return containsCondition(query.normalize('NFC').toLowerCase())
    .replace(/[\p{Script=Latin}\p{M}\p{Cf}]+/gu, foldLetters)
    .replace(/[^\p{ASCII}\p{L}\p{M}\p{Nd}]+/gu, '%')
}
