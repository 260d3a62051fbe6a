import { MAX_FINDING_LENGTH } from '#core/domain/check-override.ts'

const MAX_PART_LENGTH = 80

/** An id of what was found, which does not depend on where it is: the same parts always make the same id. */
export function findingId(...parts: string[]): string {
  const id = parts.map(readable).join(':')
  // What was left out of the readable parts still tells two findings apart.
  return `${id.slice(0, MAX_FINDING_LENGTH - 20)}:${hashOf(parts.join('\u001f'))}`
}

function readable(part: string): string {
  const words = part.normalize('NFC').replace(/[^\p{L}\p{N}$€£%.,'’_-]+/gu, ' ')
  return Array.from(words.trim()).slice(0, MAX_PART_LENGTH).join('')
}

/** 53 bits by cyrb53: short and stable, and nothing secret depends on it. */
function hashOf(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
