import { catalogOf } from '#server/supabase/rest/catalog/catalog.ts'
import { sharedResource } from './shared-resources.ts'

/** The catalog of the template database, read once per run. */
export const catalog = catalogOf((await sharedResource('postgres')).offered)
