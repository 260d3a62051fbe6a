import * as z from 'zod'
import { matchesPath, pathOf, withOneEncoding } from '#server/features/newsroom/reservations/match-path.ts'
import { parseJson } from '#server/platform/parse-json.ts'

const MAX_RULES = 1_000

const rule = z.object({
  location: z.string().max(500),
  'tdm-reservation': z.union([z.literal(0), z.literal(1)]),
})

export type TdmRules = readonly z.output<typeof rule>[]

/** The rules for a file that is too much to be read: it reserves everything. */
export const ALL_RESERVED: TdmRules = [{ location: '/', 'tdm-reservation': 1 }]

/** Reads /.well-known/tdmrep.json (TDM Reservation Protocol, W3C); what is no rule is left out. */
export function readTdmRules(text: string): TdmRules {
  const given: unknown = parseJson(text)
  if (!Array.isArray(given)) return []
  if (given.length > MAX_RULES) return ALL_RESERVED
  return given.flatMap((value) => rule.safeParse(value).data ?? [])
}

/** Tells whether the publisher reserves text and data mining of an address; the first rule about it decides. */
export function reservesMining(given: TdmRules, url: URL): boolean {
  const path = pathOf(url)
  const rule = given.find(({ location }) => matchesPath(withOneEncoding(location), path))
  return rule?.['tdm-reservation'] === 1
}
