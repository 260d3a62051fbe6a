import type { DatabaseTypes } from '#core/data/database.types.ts'
import type { Calls } from '#core/data/database-calls.ts'
import type { Rows } from '#core/data/database-rows.ts'
import type { Call, MismatchOf, Table, View } from '#core/data/narrowed-types.ts'

/**
 * The part of the database that the official client can reach: the types that are written from it, and what PostgreSQL does not
 * tell of them, such as the values of a text or the shape of a JSON value.
 */
export type Database = {
  /** The official client derives the methods that it offers from this version. */
  __InternalSupabase: { PostgrestVersion: '14' }
  public: {
    Tables: { [Name in keyof Types['Tables']]: Table<Types['Tables'][Name], Of<Rows, Name>> }
    Views: { [Name in keyof Types['Views']]: View<Types['Views'][Name], Of<Rows, Name>> }
    Functions: { [Name in keyof Types['Functions']]: Call<Types['Functions'][Name], Of<Calls, Name>> }
  }
}

/** Names in `Rows` and `Calls` that the database does not have, or has as something else. A test asks for none. */
export type Mismatch =
  | Exclude<keyof Rows, keyof Types['Tables'] | keyof Types['Views']>
  | Exclude<keyof Calls, keyof Types['Functions']>
  | MismatchOf<Types['Tables'], Rows>
  | MismatchOf<Types['Views'], Rows>

type Types = DatabaseTypes
type Of<Ours, Name> = Name extends keyof Ours ? Ours[Name] : unknown
