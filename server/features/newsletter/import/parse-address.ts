import { domainToASCII } from 'node:url'
import { unguarded } from '#core/csv.ts'
import { checkSubscriberEmail } from '#core/domain/subscriber.ts'
import type { SKIP_KINDS } from '#core/domain/subscriber-import.ts'
import { isAbsent } from '#server/features/newsletter/import/words.ts'

type AddressProblem = Extract<
  (typeof SKIP_KINDS)[number],
  | 'no_address'
  | 'not_utf8'
  | 'invisible'
  | 'long_address'
  | 'long_local'
  | 'stray_dot'
  | 'deleted_elsewhere'
  | 'invalid_address'
>

/** Spaces, control characters, and characters of no width: of lists that were copied from web pages and mails. */
const AROUND = /^[\s\p{Cc}\p{DI}]$/u
const INSIDE = /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}]/gu
/** RFC 5321, 4.5.3.1.1. */
const LOCAL_MAX_LENGTH = 64

/**
 * What programs put in the place of somebody who was deleted: Substack a domain of its own, Klaviyo `redacted.UUID`, and others a word for
 * it with a number. The domain `invalid` belongs to nobody (RFC 2606).
 */
const PLACEHOLDER =
  /@(.+\.)?deletion-request\.substack\.com$|[@.]invalid$|^(deleted|redacted|anonymi[sz]ed|erased|removed)[-_.+]?((user|account|member|contact|subscriber|customer|person)([-_.+]?[\da-f-]+)?|\d[\da-f-]*|[\da-f]{6,}[\da-f-]*)@/

/** Parses the address of a row into lower case and ASCII, or says what is wrong with it, and shows it. */
export function parseAddress(
  cell: string,
): { address: string; typed: string } | { problem: AddressProblem; typed: string } {
  const typed = bare(unguarded(bare(cell)))
  const refuse = (problem: AddressProblem, shown = typed) => ({ problem, typed: shown })
  if (isAbsent(typed)) return refuse('no_address')
  if (typed.includes('\uFFFD')) return refuse('not_utf8')
  if (typed.match(INSIDE)) return refuse('invisible', typed.replace(INSIDE, nameCharacter))
  const at = typed.lastIndexOf('@')
  const local = typed.slice(0, at)
  const written = typed.slice(at + 1)
  const domain = /[^\p{ASCII}]/u.test(written) ? domainToASCII(written) : written
  const checked = checkSubscriberEmail(`${local}@${domain}`)
  const isTooLong = 'problem' in checked && checked.problem === 'validation.email.tooLong'
  if (isTooLong) return refuse('long_address')
  if (at < 1 || local.includes('@')) return refuse('invalid_address')
  if (/^\.|\.\.|\.$/.test(local) || /^\.|\.\.|\.$/.test(written)) return refuse('stray_dot')
  if (local.length > LOCAL_MAX_LENGTH) return refuse('long_local')
  if ('problem' in checked) return refuse('invalid_address')
  const address = checked.email.toLowerCase()
  return PLACEHOLDER.test(address) ? refuse('deleted_elsewhere') : { address, typed }
}

/** From both ends one by one: a pattern for the end would begin again at each of a thousand spaces. */
function bare(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && AROUND.test(text.charAt(start))) start += 1
  while (end > start && AROUND.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const nameCharacter = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
