import * as z from 'zod'
import { matchesPath, pathOf, withOneEncoding } from '#server/features/newsroom/reservations/match-path.ts'
import { parseJson } from '#server/platform/parse-json.ts'

const MAX_RULES = 1_000

const rules = z
  .array(
    z.object({ location: z.string().max(500), 'tdm-reservation': z.union([z.literal(0), z.literal(1)]) }),
  )
  .max(MAX_RULES)

export type TdmRules = z.output<typeof rules>

/** Reads /.well-known/tdmrep.json (TDM Reservation Protocol, W3C); none where something else is there. */
export function readTdmRules(text: string): TdmRules {
  return rules.safeParse(parseJson(text)).data ?? []
}

/** Whether the publisher reserves text and data mining of an address; the first rule about it decides. */
export function reservesMining(given: TdmRules, url: URL): boolean {
  const path = pathOf(url)
  const rule = given.find(({ location }) => matchesPath(withOneEncoding(location), path))
  return rule?.['tdm-reservation'] === 1
}
