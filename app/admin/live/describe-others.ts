import { t } from '#app/admin/messages.ts'

/** So many are named; more are counted. */
const MAX_NAMES = 3

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** A sentence about the other administrators in a place, given their e-mail addresses; empty when there are none. */
export function describeOthers(emails: readonly string[]): string {
  const names = nameAll(emails)
  const named = names.slice(0, names.length > MAX_NAMES ? MAX_NAMES - 1 : MAX_NAMES)
  const more = names.length - named.length
  if (names.length === 0) return ''
  const list = more > 0 ? [...named, t('live.others.more', { count: more })] : named
  return t('live.others.edit', { count: names.length, names: LIST.format(list) })
}

/** What stands before the @, which is a name in most addresses, or the address where that would mean two people. */
function nameAll(emails: readonly string[]): string[] {
  const localParts = emails.map((email) => email.split('@', 1)[0] ?? '')
  return emails.map((email, index) => {
    const local = localParts[index]
    const isClear = local && localParts.filter((other) => other === local).length === 1
    return isClear ? capitalize(local) : email
  })
}

function capitalize(name: string): string {
  const [first = '', ...rest] = name
  return first.toLocaleUpperCase('en') + rest.join('')
}
