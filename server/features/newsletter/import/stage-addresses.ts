import type { ImportedRow } from '#server/features/newsletter/import/parse-row.ts'
import { type LeftStanding, STANDINGS, strictest } from '#server/features/newsletter/import/standing.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** A row with the number of its file. */
export interface StagedRow extends ImportedRow {
  file: number
}

/** Inserts rows into the temporary table, and returns those whose address is in it already. */
export async function stageRows(
  transaction: Session,
  batch: readonly StagedRow[],
): Promise<readonly StagedRow[]> {
  if (batch.length === 0) return []
  const staged = await transaction<{ file: number; line: number }[]>`
    insert into pg_temp.staged_subscribers
      (file, line, address, language, subscribed_at, confirmed_at, ip, confirmed_ip, sections, address_hash)
    select file, line, address, language, subscribed_at, confirmed_at, ip, confirmed_ip, string_to_array(sections, ' '),
      encode(sha256(convert_to(address, 'UTF8')), 'hex')
    from unnest(
      ${batch.map(({ file }) => file)}::smallint[], ${batch.map(({ line }) => line)}::integer[],
      ${batch.map(({ address }) => address)}::text[], ${batch.map(({ language }) => language)}::text[],
      ${batch.map(({ subscribedAt }) => subscribedAt)}::timestamptz[],
      ${batch.map(({ confirmedAt }) => confirmedAt)}::timestamptz[],
      ${batch.map(({ ip }) => ip)}::text[], ${batch.map(({ confirmedIp }) => confirmedIp)}::text[],
      ${batch.map(({ sections }) => sections)}::text[])
      as given (file, line, address, language, subscribed_at, confirmed_at, ip, confirmed_ip, sections)
    on conflict (address) do nothing returning file, line`
  if (staged.length === batch.length) return []
  const stored = new Set(staged.map(({ file, line }) => `${file} ${line}`))
  return batch.filter(({ file, line }) => !stored.has(`${file} ${line}`))
}

/** Notes addresses that are no subscribers elsewhere; of what is said of one, the strictest is kept. */
export async function stageLeavers(
  transaction: Session,
  leavers: readonly { address: string; standing: LeftStanding }[],
): Promise<void> {
  if (leavers.length === 0) return
  const byAddress = new Map<string, LeftStanding>()
  for (const { address, standing } of leavers)
    byAddress.set(address, strictest([standing, byAddress.get(address) ?? standing]) as LeftStanding)
  await transaction`
    insert into pg_temp.staged_leavers as known (address, standing, address_hash)
    select given.*, encode(sha256(convert_to(address, 'UTF8')), 'hex')
    from unnest(${[...byAddress.keys()]}::text[], ${[...byAddress.values()]}::text[]) as given (address, standing)
    on conflict (address) do update set standing = excluded.standing
      where array_position(${[...STANDINGS]}::text[], excluded.standing) > array_position(${[...STANDINGS]}::text[], known.standing)`
}

/** Removes staged rows whose address is no subscriber by another line, and returns them. */
export function unstageLeavers(
  transaction: Session,
): Promise<{ file: number; line: number; address: string; standing: LeftStanding }[]> {
  return transaction`
    delete from pg_temp.staged_subscribers using pg_temp.staged_leavers
    where staged_subscribers.address = staged_leavers.address
    returning file, line, staged_subscribers.address, standing`
}
