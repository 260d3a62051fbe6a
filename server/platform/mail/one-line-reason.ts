const MAX_LENGTH = 300

/** What another server says may contain anything, and is stored and shown to administrators: it becomes one short line. */
export function oneLineReason(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .toWellFormed()
}
