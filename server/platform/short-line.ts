import { maskSecrets } from '#server/platform/log-line.ts'

const MAX_LENGTH = 300
/** More is not looked at. */
const MAX_READ = 2_000

/** The first line of an error's message for people, and for JSON in PostgreSQL: no secrets, addresses or invisible characters. */
export function shortLine(text: string): string {
  const [line = ''] = maskSecrets(text.trimStart().slice(0, MAX_READ)).split(/[\r\n\u2028\u2029]/)
  const visible = line.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim()
  return visible.length > MAX_LENGTH ? `${visible.slice(0, MAX_LENGTH).toWellFormed()}…` : visible
}
